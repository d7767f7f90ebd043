/* Coal: what stopping and a devil are worth to a drawer before others, by the model of those to come
   of analysis/coal/round/ahead.py: they go for their own bets and for the highest amount, with
   chances that look at counts of pieces alone (analysis/coal/game/reach.py). */
const coalAhead = (() => {
  const solver = coalSolver;
  /* How often those to come get more pieces than the most, of how often they could. */
  const AIMS_AT_PIECES = 0.6;

  const half_even = x => {
    const low = Math.floor(x), part = x - low;
    return part > 0.5 || (part === 0.5 && low % 2) ? low + 1 : low;
  };

  /* below[j][slot]: chance that j random good pieces are worth less than each slot. */
  function below({fresh, slots, grain}) {
    const coal = solver.pieces(fresh);
    const ways = Array.from({length: coal + 1}, () => new Float64Array(slots));
    ways[0][0] = 1;
    for (const [value, copies] of fresh.coal) {
      const shift = Math.min(slots, half_even(value / grain));
      for (let copy = 0; copy < copies; copy++) {
        for (let j = coal; j > 0; j--) {
          for (let slot = shift; slot < slots; slot++) ways[j][slot] += ways[j - 1][slot - shift];
        }
      }
    }
    let sets = 1;
    return ways.map((row, j) => {
      if (j) sets = sets * (coal - j + 1) / j;
      const sums = new Float64Array(slots + 1);
      for (let slot = 0; slot < slots; slot++) sums[slot + 1] = sums[slot] + row[slot];
      return sums.subarray(0, slots).map(sum => sum / sets);
    });
  }

  /* Chances by counts, each row worked out when it is asked for: of `players` drawers one reaches an
     amount told in slots, or so many pieces, with so many good ones and devils in the oven. */
  function chances(rules) {
    const {slots, counts} = rules;
    const less = below(rules), rows = new Map();

    function row(players, good, devils) {
      const key = (players * 1024 + good) * 1024 + devils;
      if (!rows.has(key)) rows.set(key, made(players, good, devils));
      return rows.get(key);
    }

    function made(players, good, devils) {
      const reach = new Float64Array(slots), collect = new Float64Array(counts);
      reach[0] = collect[0] = 1;
      for (let j = 0, alive = 1; players && j <= good; j++) {
        if (j > 0) {
          alive *= (good - j + 1) / (good + devils - j + 1);
          for (let slot = 1; slot < slots; slot++) {
            reach[slot] += alive * (less[j - 1][slot] - less[j][slot]);
          }
          if (j < counts) collect[j] += alive;
        }
        if (devils > 0) {
          const burnt = alive * devils / (good + devils - j);
          const after = row(players - 1, good - j, devils - 1).exact;
          for (let slot = 1; slot < slots; slot++) reach[slot] += burnt * less[j][slot] * after.reach[slot];
          for (let pieces = j + 1; pieces < counts; pieces++) collect[pieces] += burnt * after.collect[pieces];
        }
        if (alive < 1e-12) break;
      }
      // tables are kept in single precision
      return {exact: {reach, collect}, reach: Float32Array.from(reach), collect: Float32Array.from(collect)};
    }

    return {
      reaches(players, good, devils, slot) {
        if (slot <= 0) return 1;
        if (players <= 0 || good <= 0 || slot >= slots - 1) return 0;
        const {reach} = row(players, good, devils), low = Math.max(1, Math.trunc(slot));
        const part = Math.max(0, slot - low);
        // as compiled: a difference of single precision numbers is one
        return part > 0 ? reach[low] + part * Math.fround(reach[low + 1] - reach[low]) : reach[low];
      },
      collects(players, good, devils, pieces) {
        if (pieces <= 0) return 1;
        if (players <= 0 || pieces >= counts) return 0;
        return row(players, good, devils).collect[pieces];
      },
    };
  }

  /* {stay(drawn, more), burned(drawn, more)}: chips of the round if the drawer stops with so much
     more than he has now, in so many more pieces; if the next piece is a devil then. */
  function worths(rules, chance, at) {
    const {oven, bets, who, best, most, won, fee} = at;
    const stake = bets[who], later = bets.slice(who + 1);
    const coal = solver.pieces(oven), value = solver.good(oven), left = solver.size(oven);
    const backing = later.filter(other => other >= stake), backers = backing.length;
    const backed = backers ? backing.reduce((sum, other) => sum + other, 0) / backers : 0;
    const mean_of = (drawn, more) => {
      const rest = value - drawn;
      return Math.max(1, coal > more && rest > 0 ? rest / (coal - more) : value / Math.max(coal, 1));
    };
    const slots = mean => rules.mean / (mean * rules.grain);

    /* What is to be taken off: of several who need the same bet each leaves it to others, too. */
    function leaning(good, devils, slot) {
      if (backers < 2) return 0;
      return rules.lean * (chance.reaches(backers, good, devils, slot) - chance.reaches(1, good, devils, slot));
    }

    function bet_part(met, good, devils, slot) {
      if (stake <= 0) return 0;
      if (met) return won;
      if (rules.own || !backers) return -stake;
      return (won + stake) * chance.reaches(backers, good, devils, slot) - stake;
    }

    const tied = bonus => rules.ties === "each" ? bonus : rules.ties === "split" ? bonus * 0.5 : 0;

    function stay(drawn, more) {
      const amount = at.amount + drawn, pieces = at.pieces + more;
      const devils = left > more ? oven.devils : 0, good = left - more - devils;
      const mean = mean_of(drawn, more), per_slot = slots(mean);
      const met = (rules.own ? amount : Math.max(amount, best)) >= stake;
      let worth = bet_part(met, good, devils, backed * per_slot);
      let goal = 0; // what those to come go for
      if (later.length) {
        const record = Math.max(amount, best);
        goal = later.reduce((sum, other) => sum + Math.max(record, other), 0) / later.length;
      }
      if (amount >= best && amount > 0) {
        const bonus = amount === best ? tied(rules.best_bonus) : rules.best_bonus;
        worth += bonus * (1 - chance.reaches(later.length, good, devils, goal * per_slot + 1));
      }
      if (pieces >= most && pieces > 0) {
        const bonus = pieces === most ? tied(rules.pieces_bonus) : rules.pieces_bonus;
        const beat = Math.max(pieces + 1, Math.trunc(goal / mean + 0.5));
        worth += bonus * (1 - AIMS_AT_PIECES * chance.collects(later.length, good, devils, beat));
      }
      if (!rules.own && Math.max(amount, best) < stake) {
        worth -= (won + stake) * leaning(good, devils, backed * per_slot);
      }
      return worth;
    }

    function burned(drawn, more) {
      const devils = left > more ? oven.devils : 0, good = left - more - devils;
      const after = Math.max(0, devils - 1), slot = backed * slots(mean_of(drawn, more));
      const worth = bet_part(best >= stake && !rules.own, good, after, slot) - fee;
      return !rules.own && best < stake ? worth - (won + stake) * leaning(good, after, slot) : worth;
    }

    const known = table => {
      const seen = new Map();
      return (drawn, more) => {
        const key = drawn * 256 + more;
        let worth = seen.get(key);
        if (worth === undefined) seen.set(key, worth = table(drawn, more));
        return worth;
      };
    };
    return {stay: known(stay), burned: known(burned)};
  }

  return {chances, worths};
})();
