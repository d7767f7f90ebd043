{% include "advisor_coal_solver.js" %}
{% include "advisor_coal_ahead.js" %}
{% include "advisor_coal_hopes.js" %}
{% include "advisor_coal_two.js" %}
{% include "advisor_coal_reading.js" %}
{% include "advisor_coal_words.js" %}
{% include "advisor_coal_answer.js" %}
{% include "advisor_coal_tell.js" %}
/* Coal: what is tapped. */
(() => {
  const {lay, holders} = coalReading, {advise, most_bank} = coalAnswer, {tell} = coalTell;
  const MOST_CHIPS = 1_000_000;
  const chips = state => state.goal === "chips";
  const byHand = state => chips(state) && state.by_hand;
  const over = state => state.results.length >= state.players;
  const upTo = number => Array.from({length: number}, (_, i) => i);

  function start({rules}) {
    return {
      goal: "chips", aim: rules.aim, players: rules.players, bets: upTo(6).map(() => 0), results: [],
      drawn: [], gone: {}, pacts: [], payable: null, bank: null, by_hand: false,
    };
  }

  /* The pieces in front of the drawer, and one more perhaps, are out of the oven. */
  function ended(state, result, ...more) {
    const gone = {...state.gone};
    for (const piece of [...state.drawn, ...more]) gone[piece] = (gone[piece] ?? 0) + 1;
    const results = chips(state) ? [...state.results, result] : state.results;
    return {...state, gone, results, drawn: [], payable: null};
  }

  const burned = state => ended(state, {amount: 0, pieces: 0}, "devil");
  const stopped = state => ended(state, {
    amount: state.drawn.reduce((sum, value) => sum + value, 0), pieces: state.drawn.length,
  });

  /* What is left after a round is too much for the mouth of the oven, or all is laid out anew. */
  const anew = (model, state) => coalSolver.size(lay(model, state).now) <= model.rules.mouth;
  const newRound = (model, state) => ({
    ...state, results: [], bets: upTo(6).map(() => 0), pacts: [], payable: null, bank: null,
    gone: anew(model, state) ? {} : state.gone,
  });

  /* What can still be tapped as drawn. */
  function faces(model, state) {
    const {now} = lay(model, state);
    const list = now.coal.filter(([, number]) => number > 0)
      .map(([value]) => ({value, text: String(value)}));
    return now.devils > 0 ? [...list, {value: "devil", text: "devil"}] : list;
  }

  function turnActions(model, state) {
    const {rules} = model, empty = faces(model, state).length === 0;
    const stop = {
      text: chips(state) ? "Stops: the next player" : "The turn is over",
      act: stopped, off: !state.drawn.length || (state.drawn.length < rules.min_draw && !empty),
    };
    if (!chips(state)) return [stop];
    if (over(state)) {
      const text = anew(model, state) ? "Next round: all pieces are laid out anew" : "Next round";
      return [{text, act: now => newRound(model, now)}];
    }
    const none = {text: "Finds the oven empty", act: stopped};
    return empty && !state.drawn.length ? [none] : [stop];
  }

  const results = (state, number) => ({
    ...state,
    results: upTo(number).map(i => state.results[i] ?? {amount: 0, pieces: 0}),
    drawn: number > state.results.length ? [] : state.drawn,
  });
  const result = (state, i, change) => ({
    ...state, results: state.results.map((one, j) => j === i ? {...one, ...change} : one),
  });

  function controls(model) {
    const {rules} = model;
    const pieces = [
      ...rules.fresh.coal.map(([value, most]) => ({value, text: String(value), most})),
      ...(rules.fresh.devils ? [{value: "devil", text: "devil", most: rules.fresh.devils}] : []),
    ];
    const narrow = coalSolver.good(rules.fresh) < 10_000; // two controls side by side
    const others = state => holders(state, state.players)
      .filter((has, i) => has && i !== state.results.length).length;
    return [
      {
        kind: "choice", label: "What you want", key: "goal", options: [
          {value: "chips", text: "Chips"}, {value: "amount", text: "Most coal"},
          {value: "reach", text: "An amount"},
        ],
      },
      {
        kind: "number", label: "Amount to reach", key: "aim", min: 1, max: 999_999, step: rules.unit,
        quick: [2 * rules.unit, 10 * rules.unit], show: state => state.goal === "reach",
      },
      {
        kind: "tray", key: "drawn", empty: "tap each piece",
        label: state => chips(state) ? `Player ${state.results.length + 1} turns over` : "Turned over in this turn",
        faces: state => faces(model, state), most: 250, show: state => !chips(state) || !over(state),
        set: (state, drawn) => drawn.at(-1) === "devil" ? burned(state) : {...state, drawn},
      },
      {kind: "actions", options: state => turnActions(model, state)},
      {
        kind: "choice", label: "Players, numbered in turn order", key: "players", show: chips,
        options: upTo(rules.most_players - 1).map(i => ({value: i + 2, text: String(i + 2)})),
        set: (state, players) => ({
          ...results(state, Math.min(state.results.length, players - 1)), players,
          pacts: state.pacts.filter(seat => seat <= players),
        }),
      },
      ...upTo(6).map(i => ({
        kind: "number", label: `Bet of player ${i + 1}`, min: 0, step: rules.bet_step,
        max: rules.max_bet ?? MOST_CHIPS, quick: [5 * rules.bet_step, 10 * rules.bet_step],
        show: state => chips(state) && i < state.players,
        get: state => state.bets[i],
        set: (state, bet) => ({...state, bets: state.bets.map((one, j) => j === i ? bet : one)}),
      })),
      {
        kind: "toggles", label: "Who has a pact with the devil", key: "pacts", show: chips,
        options: state => upTo(state.players).map(i => ({value: i + 1, text: `Player ${i + 1}`})),
      },
      {
        kind: "choice", key: "payable", show: state => chips(state) && !over(state) && rules.pact > 0 && others(state) > 0,
        label: state => `Pacts that player ${state.results.length + 1} can pay out of chips not staked`,
        options: state => [{value: null, text: "all"}, ...upTo(others(state)).map(i => ({value: i, text: String(i)}))],
      },
      {
        kind: "number", label: "Chips in the bank", min: 0, max: rules.bank, step: rules.bet_step,
        show: state => chips(state) && rules.bank !== null,
        get: state => state.bank ?? most_bank(model, {
          rules, bets: state.bets.slice(0, state.players), pacts: holders(state, state.players),
        }),
        set: (state, bank) => ({...state, bank}),
      },
      {
        kind: "choice", label: "Results of turns that are over", key: "by_hand", show: chips,
        options: [{value: false, text: "As tapped"}, {value: true, text: "By hand"}],
      },
      {
        kind: "choice", label: "So many turns are over", show: byHand, get: state => state.results.length,
        options: state => upTo(state.players).map(i => ({value: i, text: String(i)})), set: results,
      },
      ...upTo(5).flatMap(i => [
        ["amount", "Amount of", 999_999, rules.unit], ["pieces", "Pieces of", 250, 1],
      ].map(([key, label, max, step]) => ({
        kind: "number", label: `${label} player ${i + 1}`, min: 0, max, step, half: narrow,
        show: state => byHand(state) && i < state.results.length,
        get: state => state.results[i][key],
        set: (state, value) => result(state, i, {[key]: value}),
      }))),
      {
        kind: "counts", label: "Out of the oven before this turn", key: "gone", faces: pieces,
        most: (value, state) => pieces.find(piece => piece.value === value).most
          - state.drawn.filter(drawn => drawn === value).length,
      },
      {
        kind: "actions",
        options: [{text: "Fresh oven: all pieces are in", act: state => ({...state, gone: {}, drawn: []})}],
      },
    ];
  }

  zochastic.play({model: async data => data, start, controls, advise, tell});
})();
