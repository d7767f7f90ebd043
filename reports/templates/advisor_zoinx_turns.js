/* Zoinx: the best stopping of a turn, for any worth of its end (analysis/zoinx/turn.py, positions.py,
   three_turn.py): the same steps in the same order, so that the doubles are the same. */
const zoinxTurns = (() => {
  const {score, opponentScore, faces, leastStop, maxRoll, settled, goOn} = zoinxRules;
  const TIE = 1e-12;

  /* worth(total, bust) when the turn ends; safe: from this total on stopping is best.
     {value, go, stop (null where it is not allowed), least, rolls: totals at which one rolls on}. */
  function best(m, bet, worth, safe, total = 0, rolled = false) {
    const least = leastStop(m, bet), top = Math.max(safe, least, total + 1);
    const values = new Float64Array(top + maxRoll(m) + 1), rolls = new Set();
    for (let t = top; t < values.length; t++) values[t] = worth(t, false);
    let first = values[top], go = first, stop = null;
    for (let t = top - 1; t >= total; t--) {
      first = m.p_bust * worth(t, true);
      for (const [dots, p] of m.law) if (dots) first += p * values[t + dots];
      go = first / m.again;
      stop = t >= least ? worth(t, false) : null;
      const stops = stop !== null && stop >= go - TIE;
      if (!stops && t >= least) rolls.add(t);
      values[t] = stops ? stop : go;
    }
    if (rolled) return {value: values[total], go, stop, least, rolls};
    // a first roll without dots that ends nothing leaves one free to stop
    const value = first + (1 - m.again) * values[total];
    return {value, go: value, stop: null, least, rolls};
  }

  /* What the game is worth by seat after a turn of seat 0 that left these scores. */
  function afterwards(m, scores, lastTurns) {
    const after = goOn(m, scores, lastTurns), n = scores.length;
    if (after.unfinished) return scores.map(() => 0);
    if (after.over) {
      const top = Math.max(...scores), winners = scores.filter(one => one === top).length;
      return scores.map(one => one === top ? 1 / winners : 0);
    }
    const turn = scores.map((_, role) => scores[(after.seat + role) % n]);
    const value = m.moments.value(turn, after.last_turns);
    return scores.map((_, seat) => value[(seat - after.seat + n) % n]);
  }

  /* The end of the turn of {scores, last_turns} with these bets, by (total, bust): worth by seat. */
  function worthOf(m, s, bets) {
    const known = new Map();
    return (total, bust) => {
      const scores = settled(m, s.scores, bets, total, bust), key = scores.join();
      if (!known.has(key)) known.set(key, afterwards(m, scores, s.last_turns));
      return known.get(key);
    };
  }

  /* The mover's best stopping to win the game. */
  function win(m, s, bets, total, rolled) {
    const gain = Math.max(0, ...bets.slice(1).flatMap(
      bet => [opponentScore(m, bet, 1e6, false), opponentScore(m, bet, 1e6, true)]));
    const far = Math.max(m.target, Math.max(...s.scores.slice(1)) + gain + m.moments.lead) - s.scores[0];
    const worth = worthOf(m, s, bets);
    return best(m, bets[0], (dots, bust) => worth(dots, bust)[0], Math.max(1, far), total, rolled);
  }

  /* What a turn with these bets is worth by seat, the mover stopping to win most often. */
  function all(m, s, bets) {
    if (m.players === 2) {
      const {value} = win(m, s, bets);
      return [value, 1 - value];
    }
    const other = faces(m, 1).flatMap(bet => [0, 1e6].flatMap(
      total => [opponentScore(m, bet, total, false), opponentScore(m, bet, total, true)]));
    const lead = s.last_turns === 1 ? 1 : m.moments.lead;
    const far = Math.max(...s.scores.slice(1)) + Math.max(0, ...other) + lead - s.scores[0];
    const least = m.forced ? Math.max(1, ...m.active_bets) : 1;
    const top = Math.max(far, least, s.last_turns ? 0 : m.target - s.scores[0]), worth = worthOf(m, s, bets);
    const run = [], may = leastStop(m, bets[0]);
    for (let t = top; t < top + maxRoll(m) + 1; t++) run[t] = worth(t, false);
    const onward = t => worth(t, true).map((burned, seat) =>
      m.law.reduce((sum, [dots, p]) => dots ? sum + p * run[t + dots][seat] : sum, m.p_bust * burned));
    for (let t = top - 1; t >= 0; t--) {
      const go = onward(t).map(value => value / m.again), stop = t >= may ? worth(t, false) : null;
      run[t] = stop !== null && stop[0] >= go[0] - TIE ? stop : go;
    }
    return onward(0).map((value, seat) => value + (1 - m.again) * run[0][seat]);
  }

  /* The most points of one's own. */
  function points(m, bet, total, rolled) {
    const mean = m.law.reduce((sum, [dots, p]) => sum + dots * p, 0);
    const c = bet !== null && m.above === "bet+total" ? bet : 0;
    const safe = Math.max(Math.ceil(mean / m.p_bust - c - m.zoinx_loss), bet === null ? 0 : bet + 1, 1);
    return best(m, bet, (dots, bust) => score(m, bet, dots, bust), safe, total, rolled);
  }

  /* The fewest turns to the target; worth is minus the turns still to come (analysis/zoinx/alone.py). */
  function alone(m, s, bet, total, rolled) {
    const left = after => after < m.target ? -m.turns[after] : 0;
    const worth = (dots, bust) => left(s.scores[0] + score(m, bet, dots, bust));
    return best(m, bet, worth, Math.max(1, m.target - s.scores[0]), total, rolled);
  }

  /* As people say it: "roll on at exactly 6; stop at 7+". */
  function rule({least, rolls}) {
    const always = Math.max(least - 1, ...rolls) + 1, parts = [];
    const stops = total => total >= least && !rolls.has(total);
    let first = least;
    for (let total = least; total < always; total++) {
      if (stops(total) === stops(total + 1)) continue;
      if (parts.length || stops(total) || least > 1) {
        const span = first === total ? `exactly ${total}` : `${first} to ${total}`;
        parts.push(`${stops(total) ? "stop" : "roll on"} at ${span}`);
      }
      first = total + 1;
    }
    return [...parts, `stop at ${first}+`].join("; ");
  }

  return {TIE, win, all, points, alone, rule};
})();
