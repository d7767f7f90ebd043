/* Coal: what stopping and a devil are worth to a drawer before others, by the model of those to come
   of analysis/coal/round/ahead.py and sims/coal/round_rule.py: they go for their own bets and for the
   highest amount, with chances that look at counts of pieces alone (analysis/coal/game/reach.py). */
const coalAhead = (() => {
  const solver = coalSolver;

  const half_even = x => {
    const low = Math.floor(x), part = x - low;
    return part > 0.5 || (part === 0.5 && low % 2) ? low + 1 : low;
  };

  /* below[j][slot]: chance that j random good pieces are worth less than each slot. */
  function below({fresh, model: {slots, grain}}) {
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
    const {slots, counts} = rules.model;
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
    const {oven, bets, who, best, most, won, fee, pacts} = at;
    const {own, model} = rules, stake = bets[who], later = bets.slice(who + 1);
    const coal = solver.pieces(oven), value = solver.good(oven), left = solver.size(oven);
    const income = pacts[who] ? rules.pact : 0, dues = rules.pact * pacts.filter(Boolean).length;
    const backing = later.filter(other => other >= stake), backers = backing.length;
    const backed = backing.reduce((sum, other) => sum + other, 0) / (backers || 1);

    /* What lies in the oven once so much is drawn. */
    function rest(drawn, more) {
      const devils = left > more ? oven.devils : 0, worth = value - drawn;
      const mean = Math.max(1, coal > more && worth > 0 ? worth / (coal - more) : value / Math.max(coal, 1));
      return {devils, good: left - more - devils, mean, per_slot: model.mean / (mean * model.grain)};
    }

    /* Chance that one of those to come meets the stake: by his own bet, or by the way. */
    function met_chance({good, devils, per_slot}) {
      const chance_met = backers ? chance.reaches(backers, good, devils, backed * per_slot) : 0;
      if (later.length === backers) return chance_met;
      const others = chance.reaches(later.length - backers, good, devils, stake * per_slot);
      return chance_met + model.by_the_way * (1 - chance_met) * others;
    }

    function bet_part(met, oven_then) {
      if (stake <= 0) return 0;
      if (met) return won;
      if (own || !later.length) return -stake;
      return (won + stake) * met_chance(oven_then) - stake;
    }

    /* Those to come who draw more than they must, and what they go for: their bets, or the highest amount. */
    function hunters(record, everybody) {
      const goals = later.filter(other => other > record || everybody).map(other => Math.max(record, other));
      return [goals.length, goals.reduce((sum, goal) => sum + goal, 0) / (goals.length || 1)];
    }

    function devils_to_come(record, everybody, {good, devils, per_slot}) {
      const [count, goal] = hunters(record, everybody);
      const burn = count ? count * (1 - chance.reaches(1, good, devils, goal * per_slot)) : 0;
      return burn + (later.length - count) * devils / Math.max(1, good + devils);
    }

    function pact_income(record, oven_then) {
      if (!income || !later.length || oven_then.devils <= 0) return 0;
      return income * model.burns
        * (devils_to_come(record, true, oven_then) + devils_to_come(record, false, oven_then));
    }

    /* Whether the bonus pays those to come for the risk of pacts, with no bet to win. */
    function worth_a_try(record, {good, devils, per_slot}) {
      if (!dues) return true;
      const p = chance.reaches(1, good, devils, record * per_slot + 1);
      return p * rules.best_bonus >= (1 - p) * dues;
    }

    const bonus_of = (bonus, tied) =>
      !tied || rules.ties === "each" ? bonus : rules.ties === "split" ? bonus * 0.5 : 0;

    function stay(drawn, more) {
      const amount = at.amount + drawn, pieces = at.pieces + more, record = Math.max(amount, best);
      const then = rest(drawn, more), {good, devils, mean, per_slot} = then;
      let worth = bet_part((own ? amount : record) >= stake, then) + pact_income(record, then);
      const first = amount >= best && amount > 0, longest = pieces >= most && pieces > 0;
      if (!first && !longest) return worth;
      const rivals = everybody => {
        const [count, goal] = hunters(record, everybody);
        const beat = Math.max(pieces + 1, Math.trunc(goal / mean + 0.5));
        return [chance.reaches(count, good, devils, goal * per_slot + 1), chance.collects(count, good, devils, beat)];
      };
      let [beaten, longer] = rivals(true);
      if (!worth_a_try(record, then)) {
        const [few, fewer] = rivals(false);
        beaten += model.some_stay * (few - beaten);
        longer += model.some_stay * (fewer - longer);
      }
      if (first) worth += bonus_of(rules.best_bonus, amount === best) * (1 - beaten);
      if (longest) worth += bonus_of(rules.pieces_bonus, pieces === most) * (1 - longer);
      return worth;
    }

    function burned(drawn, more) {
      const then = rest(drawn, more), after = {...then, devils: Math.max(0, then.devils - 1)};
      return bet_part(best >= stake && !own, after) + pact_income(best, after) - fee;
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
