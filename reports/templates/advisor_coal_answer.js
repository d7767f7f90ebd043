/* Coal: what `zochastic coal stop` answers, for this turn's amount or for the last drawer's chips. */
const coalAnswer = (() => {
  const {fixed, percent} = zochastic;
  const solver = coalSolver;
  /* Chips that are not worth a word. */
  const LITTLE = 1;

  const signed = (x, digits = 1) => (x < 0 || Object.is(x, -0) ? "-" : "+") + fixed(Math.abs(x), digits);
  const many = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const holders = (state, players) =>
    Array.from({length: players}, (_, i) => state.pacts.includes(i + 1));

  /* The pieces as they lie: what the turn began with, what is in the oven now. */
  function lay({rules}, state) {
    const without = (oven, gone) => ({
      coal: oven.coal.map(([value, number]) => [value, number - (gone[value] ?? 0)]),
      devils: oven.devils - (gone.devil ?? 0),
    });
    const drawn = {};
    for (const value of state.drawn) drawn[value] = (drawn[value] ?? 0) + 1;
    const start = without(rules.fresh, state.gone);
    return {start, now: without(start, drawn), drawn};
  }

  /* What cannot be, in one line; null if all can. */
  function fault(model, state) {
    const {rules} = model, {start, now} = lay(model, state);
    const short = [...now.coal, ["devil", now.devils]].find(([, number]) => number < 0);
    if (short) {
      const [face] = short, of = face === "devil" ? rules.fresh.devils : count_of(rules.fresh, face);
      return `${face}: ${of - short[1]} of them are out or drawn; the game has ${of}.`;
    }
    if (state.drawn.some(value => !count_of(rules.fresh, value))) {
      return `This game has no piece of ${state.drawn.find(v => !count_of(rules.fresh, v))}.`;
    }
    if (solver.size(start) === 0) return "The oven is empty: nobody can draw before it is filled anew.";
    return state.goal === "chips" ? wrong_round(model, state, now) : null;
  }

  const count_of = (oven, value) => oven.coal.find(([v]) => v === value)?.[1] ?? 0;

  function wrong_round(model, state, now) {
    const {rules} = model, bets = state.bets.slice(0, state.players);
    for (const [i, bet] of bets.entries()) {
      if (bet % rules.bet_step) return `Bet of player ${i + 1}: a multiple of ${rules.bet_step}.`;
      if (rules.max_bet !== null && bet > rules.max_bet) {
        return `Bet of player ${i + 1}: at most ${rules.max_bet}.`;
      }
    }
    return wrong_results(model, state, now);
  }

  /* Results must be what pieces that are out can make; where none are, what pieces of the game can. */
  function wrong_results({rules}, state, now) {
    const drawn = lay({rules}, state).drawn;
    const out = {coal: rules.fresh.coal.map(([v]) => [v, state.gone[v] ?? 0]), devils: state.gone.devil ?? 0};
    const told = solver.size(out) > 0;
    const source = told ? out : {
      coal: rules.fresh.coal.map(([v, n]) => [v, n - (drawn[v] ?? 0)]),
      devils: rules.fresh.devils,
    };
    const where = told ? "the pieces that are out of the oven" : "the pieces of this game";
    const results = state.results;
    for (const [i, {amount, pieces}] of results.entries()) {
      const few = pieces < rules.min_draw && solver.size(now) > 0;
      if ((pieces || amount) && (pieces < 1 || few)) {
        return `Player ${i + 1}: at least ${many(few ? rules.min_draw : 1, "piece")}, or a devil.`;
      }
      if (!solver.canMake(source, amount, pieces)) {
        return `Player ${i + 1}: ${where} cannot make ${amount} with ${pieces}.`;
      }
    }
    const amount = results.reduce((sum, result) => sum + result.amount, 0);
    const pieces = results.reduce((sum, result) => sum + result.pieces, 0);
    if (!solver.canMake(source, amount, pieces)) {
      return `All results together: ${where} cannot make ${amount} with ${pieces}.`;
    }
    const devils = results.filter(result => !result.pieces).length;
    if (solver.size(now) && devils > source.devils) {
      return `${many(devils, "player")} found a devil: ${where} have ${source.devils}.`;
    }
    return null;
  }

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

  function turn_sentence(found, rules) {
    const {aim, amount, value_draw} = found;
    if (value_draw === null) {
      return `Stop: the oven is empty, the last piece has ended the turn with ${amount}.`;
    }
    const risk = `the next piece is a devil with ${percent(found.p_devil_next)}`;
    if (found.value_stop === null) {
      return `Draw: the rules ask for ${rules.min_draw} at least; ${risk}.`;
    }
    const stops = found.advice === "stop";
    if (aim === null) {
      const go = `${fixed(value_draw, 1)} on average`;
      if (stops) return `Stop: ${amount} in hand is worth no less than drawing on, ${go}; ${risk}.`;
      return `Draw: drawing on brings ${go}, more than the ${amount} in hand; ${risk}.`;
    }
    if (amount >= aim) return `Stop: ${amount} reaches ${aim}; ${risk}.`;
    if (stops) return `Stop: ${aim} can no longer be reached with ${amount} in hand.`;
    return `Draw: ${aim} is reached with ${percent(value_draw)} from ${amount}; ${risk}.`;
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

  function last_sentence(found, rules) {
    const {stop, draw} = found, stops = found.advice === "stop";
    const value = (stops ? stop : draw).value;
    if (draw === null) {
      return `Stop: the oven is empty; ${signed(value)} chips, for ${bet_words(found, rules, true)}.`;
    }
    const risk = `the next piece is a devil with ${percent(found.p_devil_next)}`;
    if (stop === null) {
      return `Draw: the rules ask for ${rules.min_draw} at least; ${signed(value)} chips on average; `
        + `${bet_words(found, rules, false)}; ${risk}.`;
    }
    const [advice, against, name] = stops ? ["Stop", draw, "drawing"] : ["Draw", stop, "stopping"];
    return `${advice}: ${signed(value)} chips on average, ${name} ${signed(against.value)}; `
      + `${[bet_words(found, rules, stops), ...reasons(found, rules, stops)].join("; ")}; ${risk}.`;
  }

  /* What speaks most for the advice beside the bet. */
  function reasons(found, rules, stops) {
    const side = stops ? 1 : -1;
    const gain = part => side * (found.stop[part] - found.draw[part]);
    const most = ["best_bonus", "pieces_bonus", "pact"].reduce((a, b) => gain(b) > gain(a) + 1e-9 ? b : a);
    if (gain(most) < LITTLE) return [];
    if (most === "pact") return [`a devil costs you ${found.fee} in pacts`];
    const [name, held, best, bonus] = most === "best_bonus"
      ? ["the highest amount", found.amount, found.best, rules.best_bonus]
      : ["the most pieces", found.pieces, found.most_pieces, rules.pieces_bonus];
    if (stops) return [`you ${held === best && held ? "share" : "hold"} ${name} (${held}), worth ${bonus}`];
    if (held < best) return [`${name} (${best}), worth ${bonus}, is ${best - held} away`];
    return [`${name}, worth ${bonus}, is easier to keep with more than ${held}`];
  }

  function bet_words(found, rules, stops) {
    const {bet, bet_needs, best, amount} = found;
    if (!bet) return "you have staked nothing";
    if (!bet_needs) {
      if (!rules.own && best >= bet) return `your bet of ${bet} is safe already, ${best} lie on the table`;
      return `your own ${amount} meet your bet of ${bet}`;
    }
    const alone = rules.own || !found.to_come;
    if (stops && alone) return `your bet of ${bet} is lost, ${bet_needs} short`;
    if (stops) return `only the others can save your bet of ${bet}, ${bet_needs} short`;
    return `your bet of ${bet} still needs ${bet_needs}, ${alone ? "from you" : "from you or others"}`;
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

  function ahead_sentence(found, rules) {
    const {value_stop, value_draw} = found, stops = found.advice === "stop";
    const bet = bet_words(found, rules, stops);
    if (value_draw === null) return `Stop: the oven is empty; about ${signed(value_stop, 0)} chips; ${bet}.`;
    const risk = `the next piece is a devil with ${percent(found.p_devil_next)}`;
    if (value_stop === null) {
      return `Draw: the rules ask for ${rules.min_draw} at least; about ${signed(value_draw, 0)} chips; `
        + `${bet}; ${risk}.`;
    }
    const [advice, value, other, name] = stops ? ["Stop", value_stop, value_draw, "drawing"]
      : ["Draw", value_draw, value_stop, "stopping"];
    return `${advice}: about ${signed(value, 0)} chips, ${name} ${signed(other, 0)}; ${bet}; ${risk}.`;
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

  return {advise, lay, holders, most_bank, signed};
})();
