/* Zoinx: what the moments between two turns are worth, and what is bet there, looked up in a solved game.
   {value(scores, lastTurns): by seat from whose turn it is, mixtures(…): probabilities by seat,
    knows(…): whether it is a moment of the game, lead: from which on a larger one is no better}. */
const zoinxMoments = (() => {
  const part = (all, width, row, length) => Array.from(all.subarray(row * width, row * width + length));

  /* Two players, as analysis/zoinx/two.py keeps them. */
  function two(m, table) {
    const wide = table.most + 1, a = zoinxRules.active(m).length, o = zoinxRules.opponent(m).length;
    const shift = ([mine, theirs]) => Math.max(0, Math.min(mine, theirs) - m.target);
    const place = scores => (scores[0] - shift(scores)) * wide + scores[1] - shift(scores);
    const deficit = ([mine, theirs]) => Math.min(Math.max(theirs - mine, 0), table.most_deficit);
    return {
      lead: m.trigger === "at-once" ? 1 : table.most_deficit + 1,
      knows: (scores, last) => last > 0 || scores[0] - shift(scores) <= table.most,
      value(scores, last) {
        const win = last ? table.last[deficit(scores)] : table.value[place(scores)];
        return [win, 1 - win];
      },
      mixtures(scores, last) {
        const row = last ? deficit(scores) : place(scores);
        return [part(last ? table.last_bets : table.bets, a, row, a),
                part(last ? table.last_guesses : table.guesses, o, row, o)];
      },
    };
  }

  /* Three players, as analysis/zoinx/three_solution.py keeps them. */
  function three(m, table) {
    const {size, low, reach, behind, lead, main, two, one, values, mixtures} = table;
    const wide = 2 * reach + 1, atOnce = m.trigger === "at-once";
    const clip = difference => Math.min(Math.max(difference, -reach), reach) + reach;
    const index = [new Int32Array(size ** 3).fill(-1), new Int32Array(wide ** 2).fill(-1), new Int32Array(wide ** 2).fill(-1)];
    const counts = [main, two, one].map(list => list.shape[0]), first = [0, counts[0], counts[0] + counts[1]];
    const cell = (a, b, c) => [a, b, c].every(s => s + low >= 0 && s + low < size)
      ? ((a + low) * size + b + low) * size + c + low : -1;
    for (let i = 0; i < counts[0]; i++) index[0][cell(main[3 * i], main[3 * i + 1], main[3 * i + 2])] = i;
    [two, one].forEach((list, k) => {
      for (let i = 0; i < list.shape[0]; i++) {
        index[k + 1][(list[2 * i] + reach) * wide + list[2 * i + 1] + reach] = first[k + 1] + i;
      }
    });

    /* The state that stands for these scores (analysis/zoinx/reach.py, named). */
    function named(scores) {
      if (atOnce) return scores;
      const shift = Math.max(0, Math.max(...scores) - m.target), moved = scores.map(one => one - shift);
      return Math.max(...moved) === m.target ? moved.map(one => Math.max(one, m.target - behind)) : moved;
    }

    function number(scores, last) {
      const [a, b, c] = scores;
      if (last) return index[last === 2 ? 1 : 2][clip(b - a) * wide + clip(c - a)];
      const place = cell(...named(scores));
      return place < 0 ? -1 : index[0][place];
    }

    return {
      lead,
      knows: (scores, last) => number(scores, last) >= 0
        && (!last || scores.every(one => Math.abs(one - scores[0]) <= reach)),
      value(scores, last) {
        const row = number(scores, last);
        if (row < 0) return [1 / 3, 1 / 3, 1 / 3];
        const [x, y] = [values[2 * row], values[2 * row + 1]];
        return [x, y, 1 - (x + y)];
      },
      mixtures(scores, last) {
        const row = number(scores, last), n = mixtures.shape[2];
        return [0, 1, 2].map(role => {
          const all = part(mixtures, n, 3 * row + role, n), sum = all.reduce((x, y) => x + y, 0);
          return all.slice(0, zoinxRules.faces(m, role).length).map(p => p / sum);
        });
      },
    };
  }

  return {two, three};
})();
