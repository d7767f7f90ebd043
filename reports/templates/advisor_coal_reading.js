/* Coal: what was tapped, as an oven, and whether it can be, as rules/coal/possible.py asks. */
const coalReading = (() => {
  const solver = coalSolver;
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

  return {lay, fault, holders};
})();
