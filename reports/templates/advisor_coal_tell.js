/* Coal: how an answer is told: the advice, why, what both actions bring by what pays them, and notes. */
const coalTell = (() => {
  const {fixed, percent} = zochastic, {signed} = coalWords;
  const number = (x, form) => x === null || x === undefined ? "not allowed" : form(x);
  const whole = x => fixed(x, Number.isInteger(x) ? 0 : 1);

  const capital = text => text && text[0].toUpperCase() + text.slice(1);

  /* The advice alone, and what speaks for it. */
  function told(found) {
    const [advice, why] = found.sentence.replace(/\.$/, "").split(/: (.*)/s);
    const at = found.goal === "chips" ? found.stop_at : found.threshold;
    const until = found.advice === "draw" && at !== null ? `, until ${whole(Math.ceil(at))} or more` : "";
    const who = found.goal === "chips" ? `Player ${found.seat}: ${advice.toLowerCase()}` : advice;
    return {headline: who + until, why: `${capital(why)}.`};
  }

  function tell(found, state) {
    if (found.over) return tellOver(found);
    const best = [found.advice === "stop" ? 1 : 0];
    if (found.goal !== "chips") {
      const form = x => found.aim === null ? fixed(x, 1) : percent(x);
      return {
        ...told(found), notes: turnNotes(found),
        table: {
          head: ["", found.aim === null ? "coal on average" : `reaches ${found.aim}`], best,
          rows: [["draw", number(found.value_draw, form)], ["stop", number(found.value_stop, form)]],
        },
      };
    }
    if (!found.exact) return tellAhead(found, state, best);
    const parts = [
      ["chips", "value"], ["bet", "bet"], ["highest amount", "best_bonus"],
      ["most pieces", "pieces_bonus"], ["pacts", "pact"],
    ];
    const worths = part => [found.draw, found.stop].map(worth => worth ? signed(worth[part]) : "–");
    return {
      ...told(found),
      table: {
        head: ["", "draw", "stop"], best: [0],
        rows: parts.map(([name, part]) => [name, ...worths(part)]),
      },
      notes: [
        `${found.to_come ? "One more draws after this player, and answers in the best way" : "Nobody draws after this player"}: `
          + "exact, in chips from now to the end of the round.",
        ...chipNotes(found, state),
      ],
    };
  }

  function tellAhead(found, state, best) {
    const form = x => x === null ? "–" : signed(x, 0);
    return {
      ...told(found),
      table: {
        head: ["", "chips, about"], best,
        rows: [["draw", form(found.value_draw)], ["stop", form(found.value_stop)]],
      },
      notes: [
        `${found.to_come} to come after this player: his own draws are weighed exactly, theirs by a model. `
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
      ...resultNotes(state),
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
    return [
      ...(found.p_burn ? [`Drawing on as best, a devil ends the turn with ${percent(found.p_burn)}.`] : []),
      "An amount is worth nothing by itself: only bets and bonuses pay.",
    ];
  }

  function resultNotes({results, gone}) {
    if (!results.length) return [];
    const list = results.map(({amount, pieces}) => pieces ? `${amount} with ${pieces}` : "burned");
    const out = Object.values(gone).some(Boolean);
    return [
      `Results so far: ${list.join(", ")}.`,
      ...(out ? [] : ["No piece is told to be out: what earlier turns took counts as still in the oven."]),
    ];
  }

  return {tell};
})();
