/* Zoinx: the advice as numbers.  A state: question ("bet" or "stop"), scores and bets from whose turn
   it is, seat (1: yours), last_turns, total.  A bet not told yet is -1, no bet null. */
const zoinxAnswer = (() => {
  const {faces, whoBringsTheEnd, canTotal} = zoinxRules;
  const {TIE, win, all, points, alone, rule} = zoinxTurns;
  const UNKNOWN = -1;

  const turned = (list, steps) => list.map((_, i) => list[(i + steps) % list.length]);

  /* What is wrong with a state, in one line; null where nothing is. */
  function wrong(s, m) {
    if (m.goal !== "points" && !s.scores.every(one => Number.isInteger(one) && one >= 0)) {
      return "That cannot be: scores are whole numbers.";
    }
    if (m.goal === "turns" && s.scores[0] >= m.target) return `The target of ${m.target} is reached.`;
    const fault = m.goal === "win" ? wrongScores(s, m) : null;
    if (fault || s.question === "bet") return fault;
    if (s.bets.some((bet, seat) => bet !== UNKNOWN && !faces(m, seat).includes(bet))) {
      return "That cannot be: somebody's bet is not on the die.";
    }
    return canTotal(m, s.total) ? null : `That cannot be: no rolls make ${s.total} dots together.`;
  }

  function wrongScores({scores, last_turns: last}, m) {
    const n = m.players, told = scores.join(" to ");
    const began = scores.some((_, i) => turned(scores, i).join() === m.starts.join());
    const leader = whoBringsTheEnd(m, scores, n - 1);
    if (!last && leader !== null && !began) {
      return m.trigger === "at-once" ? `That cannot be: at ${told} the game would be over.`
        : `That cannot be before the final round: at ${told} the end has been brought.`;
    }
    if (last === n - 1 ? leader !== n - 1 : last > 0 && scores[1] < m.target) {
      const ahead = m.trigger === "own-turn-lead-or-tie" ? "was not behind" : "was ahead";
      return `That cannot be in the final round: who brought it had ${m.target} or more and ${ahead}.`;
    }
    return m.moments.knows(scores, last) ? null : `That cannot be: no game comes to ${told}.`;
  }

  function bet(s, m) {
    const mine = s.seat === 1, own = faces(m, mine ? 0 : 1);
    const most = {points_bet: mine ? m.points.bet : m.points.guess, points_ev: mine ? m.points.ev : m.points.guess_ev};
    if (m.goal === "points") {
      const rows = own.map(face => ({bet: face, probability: null, value: mine ? points(m, face).value : null}));
      return {advice: "bet", value: most.points_ev, rows, ...most};
    }
    if (m.goal === "turns") {
      const rows = own.map(face => ({bet: face, probability: null, value: 1 - alone(m, s, face).value}));
      return {advice: "bet", value: m.turns[s.scores[0]], rows, ...most};
    }
    const me = s.seat - 1, mixtures = m.moments.mixtures(s.scores, s.last_turns);
    const value = m.moments.value(s.scores, s.last_turns)[me];
    const values = own.map(() => 0);
    const add = (bets, p) => {
      const seat = bets.length;
      if (p === 0) return;
      if (seat === m.players) values[own.indexOf(bets[me])] += p * all(m, s, bets)[me];
      else faces(m, seat).forEach((face, i) => add([...bets, face], seat === me ? p : p * mixtures[seat][i]));
    };
    add([], 1);
    return {
      advice: "bet", value, ...most, points_cost: Math.max(0, value - values[own.indexOf(most.points_bet)]),
      rows: own.map((face, i) => ({bet: face, probability: mixtures[me][i], value: values[i]})),
    };
  }

  function stop(s, m) {
    if (s.bets.includes(UNKNOWN)) return {advice: "tap"};
    const turn = (...where) => m.goal === "win" ? win(m, s, s.bets, ...where)
      : m.goal === "points" ? points(m, s.bets[0], ...where) : alone(m, s, s.bets[0], ...where);
    const now = turn(s.total, s.total > 0), whole = turn();
    return {
      advice: now.stop !== null && now.stop >= now.go - TIE ? "stop" : "roll",
      value_roll: now.go, value_stop: now.stop, p_zoinx_roll: m.p_bust,
      stop_rule: rule(whole), least_stop: whole.least,
    };
  }

  function advise(s, m) {
    if (s.over) return {advice: "over"};
    const fault = wrong(s, m);
    if (fault) return {wrong: fault};
    return s.question === "bet" ? bet(s, m) : stop(s, m);
  }

  return {UNKNOWN, wrong, turned, advise};
})();
