/* Coal: what `zochastic coal stop` answers, for this turn's amount or for the last drawer's chips. */
const coalAnswer = (() => {
  const solver = coalSolver;
  const {lay, fault, holders} = coalReading;
  const {turn_sentence, last_sentence, ahead_sentence} = coalWords;

  /* Numbers and the sentence; {wrong} where there is no answer. */
  function advise(state, model) {
    const wrong = fault(model, state);
    if (wrong) return {wrong};
    const {start, now} = lay(model, state);
    const oven = solver.shorten(now);
    if (solver.sets(oven) > solver.MOST_SETS) {
      return {wrong: `${solver.sets(oven).toLocaleString("en")} sets of pieces could be drawn from `
        + "this oven, too many for a page: `zochastic coal stop` answers."};
    }
    const at = {
      rules: model.rules, start, oven, left: solver.size(oven),
      amount: state.drawn.reduce((sum, value) => sum + value, 0), pieces: state.drawn.length,
    };
    at.may_stop = at.pieces >= at.rules.min_draw || at.left === 0;
    at.least = Math.max(1, at.rules.min_draw - at.pieces);
    at.p_devil_next = at.left ? oven.devils / at.left : null;
    if (state.goal !== "chips") return turn(at, state.goal === "reach" ? state.aim : null);
    if (state.results.length >= state.players) return {over: true, ...round_over(model, state)};
    Object.assign(at, {
      who: state.results.length, players: state.players, bets: state.bets.slice(0, state.players),
      results: state.results, pacts: holders(state, state.players), payable: state.payable,
    });
    const amount = turn(at, null), to_come = at.players - at.who - 1;
    const bank = state.bank ?? most_bank(model, at), dry = bank !== null && bank < most_due(at);
    if (!to_come && dry) {
      return {wrong: `The bank of ${bank} chips may run dry: \`zochastic coal stop\` weighs that.`};
    }
    const found = to_come ? ahead(at, model) : last(at);
    return {...(to_come === 1 && !dry ? last_but_one(at, found) : found), turn: amount};
  }

  /* For the amount (aim null), or to reach one; the best rule stops at a threshold. */
  function turn(at, aim) {
    const {rules, start, oven, amount} = at;
    const utility = held => aim === null ? held : held >= aim ? 1 : 0;
    const value_stop = at.may_stop ? utility(amount) : null;
    let value_draw = null, p_burn = null;
    if (at.left) {
      const played = solver.play(oven, drawn => utility(amount + drawn), () => 0, at.least);
      value_draw = played.draw;
      p_burn = solver.follow(played, () => {});
    }
    const good = solver.good(start);
    const threshold = aim ?? good / (start.devils + 1);
    const reached = aim === null ? amount * (start.devils + 1) >= good : amount >= aim || value_draw === 0;
    const stops = value_draw === null || (value_stop !== null && reached);
    const found = {
      goal: aim === null ? "amount" : `reach:${aim}`, aim, advice: stops ? "stop" : "draw",
      value_draw, value_stop, p_devil_next: at.p_devil_next, p_burn, threshold, amount,
      pieces: at.pieces,
    };
    return {...found, sentence: turn_sentence(found, rules)};
  }

  /* The last drawer's chips from now to the end of the round: exact. */
  function last(at) {
    const {oven, bets, results, who} = at;
    const pay = solver.payoff(at.rules, bets, results, who);
    const fee = solver.fee(at.rules, at.pacts, who, at.payable);
    const kept = (amount, pieces) => {
      const parts = {
        bet: pay.bet(amount), best_bonus: pay.best_bonus(amount),
        pieces_bonus: pay.pieces_bonus(pieces), pact: 0,
      };
      return {value: parts.bet + parts.best_bonus + parts.pieces_bonus, ...parts};
    };
    const net = (drawn, more) => {
      const amount = at.amount + drawn;
      return pay.bet(amount) + pay.best_bonus(amount) + pay.pieces_bonus(at.pieces + more);
    };
    const stop = at.may_stop ? kept(at.amount, at.pieces) : null;
    let draw = null, stop_at = null, p_burn = null;
    if (at.left) {
      const played = solver.play(oven, net, () => pay.bet(0) - fee, at.least);
      draw = {value: played.draw, bet: 0, best_bonus: 0, pieces_bonus: 0, pact: 0};
      p_burn = solver.follow(played, (p, drawn, more) => {
        const amount = at.amount + drawn;
        draw.bet += p * pay.bet(amount);
        draw.best_bonus += p * pay.best_bonus(amount);
        draw.pieces_bonus += p * pay.pieces_bonus(at.pieces + more);
      });
      draw.bet += p_burn * pay.bet(0);
      draw.pact = -p_burn * fee;
      stop_at = solver.stopFrom(played);
    }
    return weighed(at, stop, draw, {fee, p_burn, stop_at: stop_at === null ? null : at.amount + stop_at});
  }

  /* The last but one, whom the last answers in the best way; by the model alone where that is too large. */
  function last_but_one(at, modelled) {
    const fee = solver.fee(at.rules, at.pacts, at.who, at.payable);
    const solved = coalTwo.solve({...at, fee});
    if (!solved) return modelled;
    return weighed(at, solved.stop, solved.draw, {fee, p_burn: null, stop_at: modelled.stop_at});
  }

  /* Both actions by what pays them, exactly. */
  function weighed(at, stop, draw, {fee, p_burn, stop_at}) {
    const stops = draw === null
      || (stop !== null && stop.value >= draw.value - solver.TIE * (1 + Math.abs(draw.value)));
    const found = {
      goal: "chips", exact: true, to_come: at.players - at.who - 1, advice: stops ? "stop" : "draw",
      value_draw: draw?.value ?? null, value_stop: stop?.value ?? null, draw, stop,
      p_devil_next: at.p_devil_next, p_burn, stop_at: stops ? null : stop_at, amount: at.amount,
      pieces: at.pieces, ...standing(at), fee,
    };
    return {...found, sentence: last_sentence(found, at.rules)};
  }

  /* How the bet stands, and what there is to beat. */
  function standing(at) {
    const best = Math.max(0, ...at.results.map(result => result.amount));
    const bet = at.bets[at.who], held = at.rules.own ? at.amount : Math.max(at.amount, best);
    return {
      seat: at.who + 1, players: at.players, bet, bet_pays: solver.pays(at.rules, at.bets, at.who),
      bet_needs: Math.max(0, bet - held), best,
      most_pieces: Math.max(0, ...at.results.map(result => result.pieces)),
    };
  }

  /* A drawer before others: his own draws by the same induction, the others by a model. */
  function ahead(at, model) {
    const stands = standing(at), fee = solver.fee(at.rules, at.pacts, at.who, at.payable);
    model.chances ??= coalAhead.chances(at.rules);
    const {stay, burned} = coalAhead.worths(at.rules, model.chances, {
      ...at, best: stands.best, most: stands.most_pieces, won: stands.bet_pays, fee,
    });
    const value_stop = at.may_stop ? stay(0, 0) : null;
    let value_draw = null, stop_at = null, p_burn = null;
    if (at.left) {
      const played = solver.play(at.oven, stay, burned, at.least);
      value_draw = played.draw;
      p_burn = solver.follow(played, () => {});
      stop_at = solver.stopFrom(played);
    }
    const stops = value_draw === null || (value_stop !== null
      && value_stop >= value_draw - solver.TIE * (1 + Math.abs(value_draw)));
    const found = {
      goal: "chips", to_come: at.players - at.who - 1, advice: stops ? "stop" : "draw", value_draw,
      value_stop, p_devil_next: at.p_devil_next, p_burn, amount: at.amount, pieces: at.pieces,
      stop_at: stops || stop_at === null ? null : at.amount + stop_at, ...stands, fee,
    };
    return {...found, sentence: ahead_sentence(found, at.rules)};
  }

  /* Every player's chips once all have drawn; pacts were paid at each devil. */
  function round_over({rules}, state) {
    const bets = state.bets.slice(0, state.players);
    return {
      paid: bets.map((_, i) => {
        const pay = solver.payoff(rules, bets, state.results.filter((_, j) => j !== i), i);
        const {amount, pieces} = state.results[i];
        return {bet: pay.bet(amount), best_bonus: pay.best_bonus(amount), pieces_bonus: pay.pieces_bonus(pieces)};
      }),
    };
  }

  /* What the bank has if everybody has his stake and enough for a devil; null: it never runs dry. */
  function most_bank({rules}, at) {
    if (rules.bank === null) return null;
    const others = i => at.pacts.filter((has, j) => has && j !== i).length;
    return at.bets.reduce(
      (bank, bet, i) => bank - bet - (rules.chip - bet % rules.chip) % rules.chip - rules.pact * others(i),
      rules.bank);
  }

  /* More than the bank can be asked for in the rest of the round. */
  function most_due({rules, bets, players}) {
    const wins = bets.reduce((sum, _, i) => sum + solver.pays(rules, bets, i), 0);
    return wins + (rules.best_bonus + rules.pieces_bonus) * players + rules.pact * players ** 2;
  }

  return {advise, most_bank};
})();
