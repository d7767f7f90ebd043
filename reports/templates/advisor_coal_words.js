/* Coal: the sentences of analysis/coal/turn/wording.py and analysis/coal/stop/wording.py. */
const coalWords = (() => {
  const {fixed, percent} = zochastic;
  /* Chips that are not worth a word. */
  const LITTLE = 1;

  const signed = (x, digits = 1) => (x < 0 || Object.is(x, -0) ? "-" : "+") + fixed(Math.abs(x), digits);

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

  return {signed, turn_sentence, last_sentence, ahead_sentence};
})();
