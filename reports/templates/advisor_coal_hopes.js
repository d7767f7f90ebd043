/* Coal: upper bounds of what a drawer can still hope for, as analysis/coal/round/hope.py has them. */
const coalHopes = (() => {
  const solver = coalSolver;
  /* Rounding must not turn a bound into a guess; sets that are counted for it. */
  const ABOVE = 1 + 1e-9, MOST_CELLS = 2_000_000;

  /* alive[fewer][n * (size + 1) + k]: chance that the first k of n pieces hold no devil, `fewer` being 1
     once a devil is gone; reach[fewer][units]: greatest chance to draw so much. */
  function hopes(oven) {
    const size = solver.size(oven), wide = size + 1, good = solver.pieces(oven);
    const alive = [0, 1].map(fewer => {
      const rows = new Float64Array(wide * wide), devils = Math.max(0, oven.devils - fewer);
      for (let n = 0; n <= size; n++) {
        rows[n * wide] = 1;
        for (let k = 1; k <= n; k++) {
          rows[n * wide + k] = rows[n * wide + k - 1] * Math.max(n - devils - k + 1, 0) / (n - k + 1);
        }
      }
      return rows;
    });
    const unit = oven.coal.reduce((unit, [value]) => solver.gcd(unit, value), 0) || 1;
    const worth = solver.good(oven) / unit;
    if ((good + 1) * (worth + 1) > MOST_CELLS) return {alive, wide, unit, reach: [[1], [1]]};
    const sets = Array.from({length: good + 1}, () => new Float64Array(worth + 1));
    sets[0][0] = 1;
    for (const [value, count] of oven.coal) {
      for (let copy = 0; copy < count; copy++) {
        for (let k = good; k > 0; k--) {
          for (let u = value / unit; u <= worth; u++) sets[k][u] += sets[k - 1][u - value / unit];
        }
      }
    }
    const ways = solver.binomials(good);
    const reach = [0, 1].map(fewer => {
      const row = new Float64Array(worth + 1), n = size - fewer, most = Math.min(good, n);
      for (let k = 0; k <= most; k++) {
        const ends = alive[fewer][n * wide + k] - (k < most ? alive[fewer][n * wide + k + 1] : 0);
        for (let u = worth, above = 0; u >= 0; u--) {
          above += sets[k][u];
          row[u] += ends / ways[k] * above;
        }
      }
      return row.map(chance => Math.min(chance * ABOVE, 1));
    });
    return {alive, wide, unit, reach};
  }

  return hopes;
})();
