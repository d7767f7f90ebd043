/* Zoinx: the rules [zoinx: A turn; A game], seat 0 having the turn; as rules/zoinx has them. */
const zoinxRules = (() => {
  function score(m, bet, total, bust) {
    if (bust) return -m.zoinx_loss;
    if (bet === null) return total;
    if (total < bet) return 0;
    if (total === bet) return m.exact_hit === "bet" ? bet : bet + total;
    return m.above === "bet+total" ? bet + total : total;
  }

  function opponentScore(m, bet, total, bust) {
    if (bet === null) return 0;
    if (bet === 0) return bust ? m.zoinx_prize : m.opponent_miss;
    return total >= bet ? m.opponent_factor * bet : m.opponent_miss;
  }

  const active = m => m.active_bets.length ? m.active_bets : [null];
  const opponent = m => m.opponent_bets.length ? m.opponent_bets : [null];
  const faces = (m, seat) => seat ? opponent(m) : active(m);
  const nobodyBets = m => !m.active_bets.length && (!m.opponent_bets.length || m.players === 1);
  const leastStop = (m, bet) => bet !== null && m.forced ? bet : 0;
  const maxRoll = m => m.law.at(-1)[0];

  /* The scores after a turn that ended so. */
  function settled(m, scores, bets, total, bust) {
    return scores.map((one, seat) => one + (seat ? opponentScore : score)(m, bets[seat], total, bust));
  }

  /* Which seat brings the end when a turn of `seat` leaves these scores; null: nobody. */
  function whoBringsTheEnd(m, scores, seat) {
    const best = Math.max(...scores), tops = scores.filter(one => one === best).length;
    if (m.trigger === "any-turn") return best >= m.target && tops === 1 ? scores.indexOf(best) : null;
    if (scores[seat] < m.target) return null;
    if (m.trigger === "at-once") return seat;
    return scores[seat] === best && (tops === 1 || m.trigger === "own-turn-lead-or-tie") ? seat : null;
  }

  /* The moment after a turn of seat 0 that left these scores: who is next, and how many last turns
     are left with his; or over. */
  function goOn(m, scores, lastTurns) {
    const n = m.players, unfinished = m.max_turns <= 1;
    if (lastTurns === 1) return {over: true};
    if (lastTurns) return {seat: 1, last_turns: lastTurns - 1, over: unfinished, unfinished};
    const leader = whoBringsTheEnd(m, scores, 0);
    if (leader === null) return {seat: 1 % n, last_turns: 0, over: unfinished, unfinished};
    if (m.trigger === "at-once" || n === 1) return {over: true};
    return {seat: leader === 1 ? 2 % n : 1, last_turns: n - 1, over: unfinished, unfinished};
  }

  function canTotal(m, total) {
    const sums = [true];
    for (let t = 1; t <= total; t++) sums[t] = m.law.some(([dots]) => dots && sums[t - dots]);
    return Boolean(sums[total]);
  }

  return {score, opponentScore, active, opponent, faces, nobodyBets, leastStop, maxRoll, settled,
          whoBringsTheEnd, goOn, canTotal};
})();
