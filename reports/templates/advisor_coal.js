{% include "advisor_coal_solver.js" %}
{% include "advisor_coal_ahead.js" %}
{% include "advisor_coal_answer.js" %}
/* Coal: what is tapped, and how the answer is told. */
(() => {
  const {fixed, percent} = zochastic;
  const {advise, lay, holders, most_bank, signed} = coalAnswer;
  const MOST_CHIPS = 1_000_000;
  const chips = state => state.goal === "chips";
  const over = state => state.results.length >= state.players;
  const upTo = number => Array.from({length: number}, (_, i) => i);

  function start({rules}) {
    return {
      goal: "chips", aim: rules.aim, players: rules.players, bets: upTo(6).map(() => 0), results: [],
      drawn: [], gone: {}, pacts: [], payable: null, bank: null,
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
  const newRound = state => ({
    ...state, results: [], bets: upTo(6).map(() => 0), pacts: [], payable: null, bank: null,
  });

  /* What can still be tapped as drawn. */
  function faces(model, state) {
    const {now} = lay(model, state);
    const list = now.coal.filter(([, number]) => number > 0)
      .map(([value]) => ({value, text: String(value)}));
    return now.devils > 0 ? [...list, {value: "devil", text: "devil"}] : list;
  }

  function turnActions({rules}, state) {
    const empty = faces({rules}, state).length === 0;
    const stop = {
      text: chips(state) ? "Stops: the next player" : "The turn is over",
      act: stopped, off: !state.drawn.length || (state.drawn.length < rules.min_draw && !empty),
    };
    if (!chips(state)) return [stop];
    if (over(state)) return [{text: "Next round", act: newRound}];
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
    const others = state => holders(state, state.players)
      .filter((has, i) => has && i !== state.results.length).length;
    return [
      {
        kind: "choice", label: "What you want", key: "goal", options: [
          {value: "chips", text: "Chips of the round"}, {value: "amount", text: "Much coal"},
          {value: "reach", text: "Reach an amount"},
        ],
      },
      {
        kind: "number", label: "Amount to reach", key: "aim", min: 1, max: 999_999, step: rules.unit,
        quick: [2 * rules.unit, 10 * rules.unit], show: state => state.goal === "reach",
      },
      {
        kind: "tray", key: "drawn", empty: "Nothing yet: tap each piece that is turned over.",
        label: state => chips(state) ? `Player ${state.results.length + 1} turns over` : "Turned over in this turn",
        faces: state => faces(model, state), most: 250, show: state => !chips(state) || !over(state),
        set: (state, drawn) => drawn.at(-1) === "devil" ? burned(state) : {...state, drawn},
      },
      {kind: "actions", options: state => turnActions(model, state)},
      {
        kind: "choice", label: "Players", key: "players", show: chips,
        options: upTo(rules.most_players - 1).map(i => ({value: i + 2, text: String(i + 2)})),
        set: (state, players) => ({
          ...results(state, Math.min(state.results.length, players - 1)), players,
          pacts: state.pacts.filter(seat => seat <= players),
        }),
      },
      ...upTo(6).map(i => ({
        kind: "number", label: `Bet of player ${i + 1} in turn order`, min: 0, step: rules.bet_step,
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
        kind: "choice", key: "payable", show: state => chips(state) && rules.pact > 0 && others(state) > 0,
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
        kind: "choice", label: "Turns that are over", show: chips, get: state => state.results.length,
        options: state => upTo(state.players).map(i => ({value: i, text: String(i)})), set: results,
      },
      ...upTo(5).flatMap(i => [
        ["amount", "Amount of", 999_999, rules.unit, [2 * rules.unit, 10 * rules.unit]], ["pieces", "Pieces of", 250, 1, []],
      ].map(([key, label, max, step, quick]) => ({
        kind: "number", label: `${label} player ${i + 1}, 0 if a devil came`, min: 0, max, step, quick,
        show: state => chips(state) && i < state.results.length,
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

  const number = (x, form) => x === null || x === undefined ? "not allowed" : form(x);
  const whole = x => fixed(x, Number.isInteger(x) ? 0 : 1);

  function tell(found, state) {
    if (found.over) return tellOver(found);
    const cut = found.sentence.indexOf("; ");
    const split = cut < 0 ? [found.sentence.replace(/\.$/, ""), ""]
      : [found.sentence.slice(0, cut), found.sentence.slice(cut + 2)];
    const why = split[1] && split[1][0].toUpperCase() + split[1].slice(1);
    const best = [found.advice === "stop" ? 1 : 0];
    if (found.goal !== "chips") {
      const form = x => found.aim === null ? fixed(x, 1) : percent(x);
      return {
        headline: split[0], why, notes: turnNotes(found),
        table: {
          head: ["", found.aim === null ? "coal on average" : `reaches ${found.aim}`], best,
          rows: [["draw", number(found.value_draw, form)], ["stop", number(found.value_stop, form)]],
        },
      };
    }
    if (found.to_come) return tellAhead(found, split[0], why, state);
    const parts = ["value", "bet", "best_bonus", "pieces_bonus", "pact"];
    const row = (name, worth) => [name, ...parts.map(part => worth ? signed(worth[part]) : "–")];
    return {
      headline: split[0], why,
      table: {
        head: ["", "chips", "bet", "highest", "pieces", "pacts"], best,
        rows: [row("draw", found.draw), row("stop", found.stop)],
      },
      notes: [
        "Nobody draws after this player: exact, in chips from now to the end of the round.",
        ...(found.stop_at === null ? [] : [`Go on until you hold ${found.stop_at} or more.`]),
        ...chipNotes(found, state),
      ],
    };
  }

  function tellAhead(found, headline, why, state) {
    const after = found.to_come === 1 ? "1 more draws" : `${found.to_come} more draw`;
    const form = x => x === null ? "–" : signed(x);
    return {
      headline, why,
      table: {
        head: ["", "chips, about"], best: [found.advice === "stop" ? 1 : 0],
        rows: [["draw", form(found.value_draw)], ["stop", form(found.value_stop)]],
      },
      notes: [
        `${after} after this player: his own draws are weighed exactly, the others by a model. `
          + "`zochastic coal stop` plays such rounds out.",
        ...chipNotes(found, state),
      ],
    };
  }

  function chipNotes(found, state) {
    return [
      ...(found.p_burn ? [`Drawing on as best, a devil ends the turn with ${percent(found.p_burn)}.`] : []),
      ...(found.bet && found.bet_pays ? [`The bet of ${found.bet} pays ${found.bet_pays}.`] : []),
      ...(found.fee ? [`A devil costs ${found.fee} in pacts.`] : []),
      ...turnOfAmount(found.turn),
      ...untold(state),
    ];
  }

  const turnOfAmount = turn => turn.value_draw === null ? [] : [
    `For the amount alone: stop at ${whole(turn.threshold)} or more; drawing on brings `
      + `${fixed(turn.value_draw, 1)} on average.`];

  function tellOver({paid}) {
    const sum = one => one.bet + one.best_bonus + one.pieces_bonus;
    return {
      headline: "The round is over", why: "What everybody is paid; pacts were paid at each devil.",
      table: {
        head: ["", "chips", "bet", "highest", "pieces"], best: [],
        rows: paid.map((one, i) => [`player ${i + 1}`, sum(one), one.bet, one.best_bonus, one.pieces_bonus]
          .map(cell => typeof cell === "number" ? (cell > 0 ? `+${cell}` : String(cell)) : cell)),
      },
      notes: [],
    };
  }

  function turnNotes(found) {
    const notes = ["An amount is worth nothing by itself: only bets and bonuses pay."];
    if (found.aim === null) notes.unshift(`Stop at ${whole(found.threshold)} or more.`);
    if (found.p_burn) notes.unshift(`Drawing on as best, a devil ends the turn with ${percent(found.p_burn)}.`);
    return notes;
  }

  function untold(state) {
    const out = Object.values(state.gone).some(Boolean);
    return !out && state.results.length
      ? ["Nothing is told to be out of the oven: what earlier turns took counts as still in it."] : [];
  }

  zochastic.play({model: async data => data, start, controls, advise, tell});
})();
