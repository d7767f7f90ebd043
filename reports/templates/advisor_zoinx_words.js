/* Zoinx: the advice in words. */
const zoinxWords = (() => {
  const {fixed, percent} = zochastic;
  const NEVER = 5e-7;
  const shown = {
    win: value => `${percent(value)} to win`,
    points: value => `${fixed(value, 2)} points`,
    turns: value => `${fixed(-value, 2)} turns still to come`,
  };

  function tell(found, s, m) {
    if (found.advice === "over") return over(s, m);
    if (found.advice === "tap") return {headline: "Tap the open bets.", why: ""};
    if (s.question === "stop") return stop(found, s, m);
    return m.goal === "win" ? mixture(found, m) : bet(found, m);
  }

  function over(s, m) {
    if (m.players === 1) return {headline: "The target is reached.", why: `${s.scores[0]} points.`};
    const mine = s.scores[s.seat - 1], others = s.scores.filter((_, i) => i !== s.seat - 1);
    const best = Math.max(...others);
    const result = mine > best ? "you win" : mine === best ? "the win is shared" : "you lose";
    return {headline: `The game is over: ${result}.`, why: `${mine} to ${others.join(", ")}.`};
  }

  /* One bet is the best: the most points, or the fewest turns. */
  function bet(found, m) {
    const few = m.goal === "turns", known = found.rows.every(row => row.value !== null);
    const best = few
      ? found.rows.reduce((top, row) => row.value < top.value ? row : top).bet : found.points_bet;
    const why = few ? `The target takes ${fixed(found.value, 2)} turns on average, this one too.`
      : `It has the greatest expected score, ${fixed(found.value, 2)} points.`;
    return {
      headline: best === null ? "There is nothing to bet." : `Bet ${best}`, why, notes: m.note ? [m.note] : [],
      table: !known || best === null ? null : {
        head: ["Bet", few ? "Turns" : "Points"], best: [found.rows.findIndex(row => row.bet === best)],
        rows: found.rows.map(row => [String(row.bet), fixed(row.value, 2)]),
      },
    };
  }

  const lot = p => p <= NEVER ? "–" : p > 1 - NEVER ? "always" : percent(p);

  function mixture(found, m) {
    const when = m.players === 2 ? "when both play perfectly" : "in the stored equilibrium";
    const why = `Your chance to win is ${percent(found.value)} ${when}.`;
    const notes = m.note ? [m.note] : [];
    if (found.rows.length === 1) return {headline: "There is nothing to choose.", why, notes};
    const made = found.rows.filter(row => row.probability > NEVER);
    if (!made.some(row => row.bet === found.points_bet)) {
      const cost = found.points_cost >= 5e-5 ? fixed(100 * found.points_cost, 2) : "under 0.01";
      notes.unshift(`Not ${found.points_bet}: it has the greatest expected score (${fixed(found.points_ev, 2)}) `
        + `and costs ${cost} percentage points of winning against perfect play.`);
    }
    return {
      why, notes,
      headline: made.length === 1 ? `Bet ${made[0].bet}`
        : `Draw lots: ${made.map(row => `${row.bet} with ${percent(row.probability)}`).join(", ")}`,
      lots: made.length > 1 ? made.map(row => ({text: `Bet ${row.bet}`, p: row.probability})) : null,
      table: {
        head: ["Bet", "Lot", "You win"],
        rows: found.rows.map(row => [String(row.bet), lot(row.probability), percent(row.value)]),
        best: found.rows.flatMap((row, i) => row.probability > NEVER ? [i] : []),
      },
    };
  }

  function stop(found, s, m) {
    const show = shown[m.goal], risk = `The next roll is a zoinx with ${percent(found.p_zoinx_roll)}.`;
    const notes = [`The whole rule of this turn: ${found.stop_rule}.`, ...(m.note ? [m.note] : [])];
    const headline = found.advice[0].toUpperCase() + found.advice.slice(1);
    if (s.seat !== 1) {
      return {headline: "Nothing for you to decide.",
              why: m.goal === "win" ? `Best for who has the turn: ${found.advice}.` : ""};
    }
    if (found.value_stop === null) {
      const reason = s.total === 0 ? "The turn begins" : `Your bet of ${s.bets[0]} is not reached`;
      return {headline, why: `${reason}: ${show(found.value_roll)}. ${risk}`, notes};
    }
    const [better, other, word] = found.advice === "stop"
      ? [found.value_stop, found.value_roll, "rolling on"] : [found.value_roll, found.value_stop, "stopping"];
    return {headline, why: `${show(better)}; ${word} ${show(other)}. ${risk}`, notes};
  }

  return {tell};
})();
