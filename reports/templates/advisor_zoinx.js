/* Zoinx: what to bet, and whether to roll or to stop; the same steps as analysis/zoinx, in doubles.
   A state: question ("bet" or "stop"), scores and bets from whose turn it is, seat (1: yours),
   last_turns, total.  An unknown bet is -1, no bet null. */
zochastic.play((() => {
  const {fixed, percent, unpack} = zochastic;
  const TIE = 1e-12, UNKNOWN = -1, NEVER = 5e-7;

  /* ---- the rules [zoinx: A turn; A game] ---- */

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
  const nobodyBets = m => !m.active_bets.length && (!m.opponent_bets.length || m.players === 1);
  const leastStop = (m, bet) => bet !== null && m.forced ? bet : 0;
  const mayStop = (m, bet, total) => total > 0 && total >= leastStop(m, bet);
  const maxRoll = m => m.law.at(-1)[0];

  /* Which seat brings the end when a turn of `seat` leaves these scores; null: nobody. */
  function whoBringsTheEnd(m, scores, seat) {
    const best = Math.max(...scores), tops = scores.filter(one => one === best).length;
    if (m.trigger === "any-turn") {
      return best >= m.target && tops === 1 ? scores.indexOf(best) : null;
    }
    if (scores[seat] < m.target) return null;
    if (m.trigger === "at-once") return seat;
    return scores[seat] === best && (tops === 1 || m.trigger === "own-turn-lead-or-tie") ? seat : null;
  }

  /* The moment after a turn of seat 0: {scores, seat, pending, over}. */
  function goOn(m, scores, lastTurns) {
    const n = m.players, unfinished = m.max_turns <= 1;
    if (lastTurns === 1) return {scores, over: true};
    if (lastTurns) {
      return {scores, seat: 1, pending: lastTurns - 1, over: unfinished, unfinished};
    }
    const leader = whoBringsTheEnd(m, scores, 0);
    if (leader === null) return {scores, seat: 1 % n, pending: 0, over: unfinished, unfinished};
    if (m.trigger === "at-once" || n === 1) return {scores, over: true};
    const first = leader === 1 ? 2 % n : 1;
    return {scores, seat: first, pending: n - 1, over: unfinished, unfinished};
  }

  function gains(m, bets, total, bust) {
    return bets.map((bet, seat) => (seat ? opponentScore : score)(m, bet, total, bust));
  }

  const added = (scores, more) => scores.map((one, seat) => one + more[seat]);

  /* ---- what moments are worth to seat 0 of two (analysis/zoinx/positions.py) ---- */

  function place(m, mine, theirs) {
    const shift = Math.max(0, Math.min(mine, theirs) - m.target);
    return (mine - shift) * (m.two.most + 1) + theirs - shift;
  }

  const deficit = (m, mine, theirs) => Math.min(Math.max(theirs - mine, 0), m.two.most_deficit);

  function toMove(m, mine, theirs, last) {
    return last ? m.two.last[deficit(m, mine, theirs)] : m.two.value[place(m, mine, theirs)];
  }

  function afterwards(m, scores, lastTurns) {
    const after = goOn(m, scores, lastTurns);
    if (after.unfinished) return 0;
    if (after.over) {
      const best = Math.max(...scores);
      return scores[0] === best ? 1 / scores.filter(one => one === best).length : 0;
    }
    const value = toMove(m, scores[after.seat], scores[1 - after.seat], after.pending);
    return after.seat === 0 ? value : 1 - value;
  }

  /* ---- the best stopping of a turn (analysis/zoinx/turn.py) ---- */

  function bestTurn(m, bet, worth, safe, total = 0, rolled = false) {
    const least = leastStop(m, bet), top = Math.max(safe, least, total + 1);
    const values = new Float64Array(top + maxRoll(m) + 1), rolls = new Set();
    for (let t = top; t < values.length; t++) values[t] = worth(t, false);
    let first = values[top], go = first, halt = null;
    for (let t = top - 1; t >= total; t--) {
      first = m.p_bust * worth(t, true);
      for (const [dots, p] of m.law) if (dots) first += p * values[t + dots];
      go = first / m.again;
      halt = t >= least ? worth(t, false) : null;
      const stops = halt !== null && halt >= go - TIE;
      if (!stops && t >= least) rolls.add(t);
      values[t] = stops ? halt : go;
    }
    const found = {value: values[total], go, stop: halt, least, rolls};
    if (!rolled) {
      found.go = found.value = first + (1 - m.again) * values[total];
      found.stop = null;
    }
    return found;
  }

  function winTurn(m, scores, bets, lastTurns, total = 0, rolled = false) {
    const known = new Map();
    const worth = (dots, bust) => {
      const more = gains(m, bets, dots, bust), key = more.join();
      if (!known.has(key)) known.set(key, afterwards(m, added(scores, more), lastTurns));
      return known.get(key);
    };
    const gain = Math.max(0, ...bets.slice(1).flatMap(
      bet => [opponentScore(m, bet, 1e6, false), opponentScore(m, bet, 1e6, true)]));
    const lead = m.trigger === "at-once" ? 1 : m.two.most_deficit + 1;
    const far = Math.max(m.target, Math.max(...scores.slice(1)) + gain + lead) - scores[0];
    return bestTurn(m, bets[0], worth, Math.max(1, far), total, rolled);
  }

  function pointsTurn(m, bet, total = 0, rolled = false) {
    const mean = m.law.reduce((sum, [dots, p]) => sum + dots * p, 0);
    const c = bet !== null && m.above === "bet+total" ? bet : 0;
    const safe = Math.max(Math.ceil(mean / m.p_bust - c - m.zoinx_loss), bet === null ? 0 : bet + 1, 1);
    return bestTurn(m, bet, (dots, bust) => score(m, bet, dots, bust), safe, total, rolled);
  }

  /* ---- the advice ---- */

  function canTotal(m, total) {
    const sums = [true];
    for (let t = 1; t <= total; t++) sums[t] = m.law.some(([dots]) => dots && sums[t - dots]);
    return Boolean(sums[total]);
  }

  /* What is wrong with a state, in one line; null where nothing is. */
  function wrong(s, m) {
    if (m.goal === "win") {
      const [mine, theirs] = s.scores;
      const began = [s.scores, [...s.scores].reverse()].some(one => one.join() === m.starts.join());
      const brings = !s.last_turns && !began && whoBringsTheEnd(m, s.scores, m.players - 1) !== null;
      if (brings) {
        return m.trigger === "at-once"
          ? `That cannot be: with ${theirs} the game would be over.`
          : `That cannot be before the final round: at ${s.scores.join(" to ")} the end has been brought.`;
      }
      if (s.last_turns && (theirs < m.target || theirs < mine
                           || (theirs === mine && m.trigger !== "own-turn-lead-or-tie"))) {
        const ahead = m.trigger === "own-turn-lead-or-tie" ? "is not behind" : "is ahead";
        return `That cannot be in the last turn: who brought the end has ${m.target} or more and ${ahead}.`;
      }
      const shift = Math.max(0, Math.min(mine, theirs) - m.target);
      if (!s.last_turns && mine - shift > m.two.most) {
        return `That cannot be: nobody gets to ${mine} before the final round.`;
      }
    }
    if (s.question === "stop") {
      const faces = [active(m), ...Array(m.players - 1).fill(opponent(m))];
      if (s.bets.some((bet, seat) => bet !== UNKNOWN && !faces[seat].includes(bet))) {
        return "That cannot be: somebody's bet is not on the die.";
      }
      if (!canTotal(m, s.total)) return `That cannot be: no rolls make ${s.total} dots together.`;
    }
    return null;
  }

  function adviseBet(s, m) {
    const mine = s.seat === 1, faces = mine ? active(m) : opponent(m);
    const best = mine ? m.points.bet : m.points.guess;
    if (m.goal === "points") {
      return {advice: "bet", bet: best, value: mine ? m.points.ev : m.points.guess_ev,
              rows: faces.map(bet => ({bet, probability: null, value: mine ? pointsTurn(m, bet).value : null}))};
    }
    const at = s.last_turns ? deficit(m, ...s.scores) : place(m, ...s.scores);
    const part = (all, n) => Array.from(all.subarray(at * n, (at + 1) * n));
    const a = active(m).length, o = opponent(m).length;
    const x = part(s.last_turns ? m.two.last_bets : m.two.bets, a);
    const y = part(s.last_turns ? m.two.last_guesses : m.two.guesses, o);
    const worth = active(m).map(bet => opponent(m).map(
      guess => winTurn(m, s.scores, [bet, guess], s.last_turns).value));
    const values = mine
      ? worth.map(row => row.reduce((sum, one, j) => sum + one * y[j], 0))
      : y.map((_, j) => 1 - x.reduce((sum, p, i) => sum + p * worth[i][j], 0));
    const win = toMove(m, ...s.scores, s.last_turns), value = mine ? win : 1 - win;
    const index = faces.indexOf(best);
    return {
      advice: "bet", value, rows: faces.map((bet, i) => ({bet, probability: (mine ? x : y)[i], value: values[i]})),
      points_bet: best, points_ev: mine ? m.points.ev : m.points.guess_ev,
      points_cost: Math.max(0, value - values[index]),
    };
  }

  function adviseStop(s, m) {
    if (s.bets.includes(UNKNOWN)) return {advice: "tap"};
    const win = m.goal === "win", rolled = s.total > 0, bet = s.bets[0];
    const turn = (...where) => win
      ? winTurn(m, s.scores, s.bets, s.last_turns, ...where) : pointsTurn(m, bet, ...where);
    const now = turn(s.total, rolled), whole = turn();
    const stops = now.stop !== null && now.stop >= now.go - TIE;
    return {
      advice: stops ? "stop" : "roll", value: Math.max(now.go, now.stop ?? -Infinity),
      value_roll: now.go, value_stop: now.stop, p_zoinx_roll: m.p_bust,
      stop_rule: ruleText(whole), least_stop: whole.least,
    };
  }

  function ruleText({least, rolls}) {
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

  function advise(s, m) {
    if (s.over) return {advice: "over"};
    const fault = wrong(s, m);
    if (fault) return {wrong: fault};
    return s.question === "bet" ? adviseBet(s, m) : adviseStop(s, m);
  }

  /* ---- in words ---- */

  const capital = text => text[0].toUpperCase() + text.slice(1);
  const points = value => `${fixed(value, 2)} points`;

  function tell(found, s, m) {
    if (found.advice === "over") return over(s);
    if (found.advice === "tap") return {headline: "Tap the open bets.", why: ""};
    return s.question === "bet" ? tellBet(found, s, m) : tellStop(found, s, m);
  }

  function over(s) {
    const mine = s.scores[s.seat - 1], others = s.scores.filter((_, i) => i !== s.seat - 1);
    const best = Math.max(...others);
    const result = mine > best ? "you win" : mine === best ? "the win is shared" : "you lose";
    return {headline: `The game is over: ${result}.`, why: `${mine} to ${others.join(", ")}.`};
  }

  const lot = p => p <= NEVER ? "–" : p > 1 - NEVER ? "always" : percent(p);

  function tellBet(found, s, m) {
    if (m.goal === "points") {
      const all = found.rows.some(row => row.value === null);
      return {
        headline: found.bet === null ? "There is nothing to bet." : `Bet ${found.bet}`,
        why: `It has the greatest expected score of your own, ${points(found.value)}.`,
        table: all || found.bet === null ? null : {
          head: ["Bet", "Points on average"], best: found.rows.flatMap((row, i) => row.bet === found.bet ? [i] : []),
          rows: found.rows.map(row => [String(row.bet), fixed(row.value, 2)]),
        },
      };
    }
    const why = `Your chance to win is ${percent(found.value)} when both play perfectly.`;
    if (found.rows.length === 1) return {headline: "There is nothing to choose.", why};
    const made = found.rows.filter(row => row.probability > NEVER);
    const lots = made.map(row => ({text: `Bet ${row.bet}`, p: row.probability}));
    const headline = made.length === 1 ? `Bet ${made[0].bet}`
      : `Draw lots: ${made.map(row => `${row.bet} with ${percent(row.probability)}`).join(", ")}`;
    const notes = [];
    if (!made.some(row => row.bet === found.points_bet)) {
      const cost = found.points_cost >= 5e-5 ? fixed(100 * found.points_cost, 2) : "under 0.01";
      notes.push(`Not ${found.points_bet}: it has the greatest expected score (${fixed(found.points_ev, 2)}) `
        + `and costs ${cost} percentage points of winning against perfect play.`);
    }
    return {
      headline, why, notes, lots: made.length > 1 ? lots : null,
      table: {
        head: ["Bet", "Lot", "You win"],
        rows: found.rows.map(row => [String(row.bet), lot(row.probability), percent(row.value)]),
        best: found.rows.flatMap((row, i) => row.probability > NEVER ? [i] : []),
      },
    };
  }

  function tellStop(found, s, m) {
    const show = m.goal === "win" ? percent : points;
    const risk = `The next roll is a zoinx with ${percent(found.p_zoinx_roll)}.`;
    const notes = [`The whole rule of this turn: ${found.stop_rule}.`];
    const mine = s.seat === 1, headline = capital(found.advice);
    const unit = m.goal === "win" ? "to win" : "of your own";
    if (!mine) {
      return {headline: "Nothing for you to decide.",
              why: m.goal === "win" ? `You win with ${percent(1 - found.value)} if both play on perfectly; `
                + `best for who rolls: ${found.advice}.` : ""};
    }
    if (found.value_stop === null) {
      const reason = s.total === 0 ? "The turn begins" : `Your bet of ${s.bets[0]} is not reached`;
      return {headline, why: `${reason}: ${show(found.value_roll)} ${unit}. ${risk}`, notes};
    }
    const [better, other, word] = found.advice === "stop"
      ? [found.value_stop, found.value_roll, "rolling on"] : [found.value_roll, found.value_stop, "stopping"];
    return {headline, notes, why: `${show(better)} ${unit}, ${word} only ${show(other)}. ${risk}`};
  }

  /* ---- what is tapped ---- */

  const fresh = m => Array(m.players).fill(UNKNOWN).map((_, seat) =>
    (seat ? m.opponent_bets : m.active_bets).length ? UNKNOWN : null);

  function start(m) {
    return {question: nobodyBets(m) ? "stop" : "bet", scores: [...m.starts], seat: 1, last_turns: 0,
            bets: fresh(m), total: 0, over: false};
  }

  const turned = (s, m, more) => ({...s, question: nobodyBets(m) ? "stop" : "bet", bets: fresh(m), total: 0, ...more});

  /* The state with the turn passed to whoever sits `steps` after its present owner. */
  function passed(s, m, steps, more = {}) {
    const n = m.players, scores = more.scores ?? s.scores;
    return turned(s, m, {
      ...more, scores: scores.map((_, i) => scores[(i + steps) % n]), seat: (s.seat - 1 - steps + 2 * n) % n + 1,
    });
  }

  function ended(s, m, bust) {
    const after = goOn(m, added(s.scores, gains(m, s.bets, s.total, bust)), s.last_turns);
    if (after.over) return {...s, scores: after.scores, over: true};
    return passed(s, m, after.seat, {scores: after.scores, last_turns: after.pending});
  }

  function controls(m) {
    const n = m.players, win = m.goal === "win", live = s => !s.over;
    const names = n === 2 ? ["You", "The other"] : ["You", "Somebody else"];
    const whose = j => j === 0 ? "Your" : "The other's";
    const at = (s, j) => (s.seat - 1 + j) % n;
    const changed = (list, i, value) => list.map((one, k) => k === i ? value : one);
    const face = value => ({value, text: String(value)});
    const open = s => live(s) && s.question === "stop" && !nobodyBets(m);
    const found = [];
    for (let j = 0; win && j < n; j++) {
      found.push({
        kind: "number", half: true, label: `${whose(j)} score`, min: 0, max: m.target + 200, show: live,
        get: s => s.scores[at(s, j)], set: (s, value) => ({...s, scores: changed(s.scores, at(s, j), value)}),
      });
    }
    if (n > 1) found.push({
      kind: "choice", label: "Whose turn is it?", show: live,
      options: names.map((text, i) => ({value: i === 0, text})), get: s => s.seat === 1,
      set: (s, mine) => mine === (s.seat === 1) ? s : passed(s, m, mine ? s.seat - 1 : 1),
    });
    if (win && m.trigger !== "at-once") found.push({
      kind: "choice", label: "The final round", show: live, key: "last_turns",
      options: [{value: 0, text: "has not begun"}, {value: 1, text: "this is the last turn"}],
    });
    if (!nobodyBets(m)) found.push({
      kind: "choice", label: "The bets", show: live, get: s => s.question,
      options: [{value: "bet", text: "are secret"}, {value: "stop", text: "are open"}],
      set: (s, question) => turned(s, m, {question}),
    });
    for (let j = 0; j < (win ? n : 1); j++) {
      const faces = s => at(s, j) === 0 ? m.active_bets : m.opponent_bets;
      found.push({
        kind: "choice", label: `${whose(j)} bet`, show: s => open(s) && faces(s).length > 0 && (win || s.seat === 1),
        options: s => faces(s).map(face), get: s => s.bets[at(s, j)],
        set: (s, value) => ({...s, bets: win ? changed(s.bets, at(s, j), value)
          : s.bets.map((_, i) => i === at(s, j) ? value : opponent(m)[0])}),
      });
    }
    found.push({
      kind: "number", label: "Dots of this turn so far", min: 0, max: 999, key: "total",
      quick: m.law.map(([dots]) => dots).filter(dots => dots > 0).slice(0, 8),
      show: s => live(s) && s.question === "stop" && (win || s.seat === 1),
    });
    if (win) found.push({
      kind: "actions", label: "How the turn ended (counts the points and passes on)",
      show: s => live(s) && s.question === "stop",
      options: s => {
        const off = s.bets.includes(UNKNOWN) || wrong(s, m) !== null;
        return [
          {text: "Stopped", act: one => ended(one, m, false), off: off || !mayStop(m, s.bets[0], s.total)},
          {text: "Zoinx", act: one => ended(one, m, true), off},
        ];
      },
    });
    return found;
  }

  async function model(m) {
    if (m.two) for (const key of ["value", "bets", "guesses", "last", "last_bets", "last_guesses"]) {
      m.two[key] = await unpack(m.two[key]);
    }
    return m;
  }

  return {model, start, controls, advise, tell};
})());
