/* Diavolo: which imp to grab; the same whole numbers as analysis/diavolo, as BigInt.
   A state: order (null: not read), seen (a list of values a colour), nearest (an imp, or null),
   gone (imps no longer there), gems (null: some below the cap), others (their gems, for the win),
   goal ("gems", "right" or "win"). */
zochastic.play((() => {
  const {fixed, percent} = zochastic;
  const GREY = "grey", NONE = "none", TIE = 1e-12;
  const WORDS = {
    "sum-max": "largest sum", "sum-min": "smallest sum", "range-max": "largest difference",
    "odd-max": "most odd values", "value-max": "highest value", nearest: "nearest die",
  };
  const TONES = {black: "#111111", red: "#c8102e", white: "#ffffff", blue: "#1f5fbf", green: "#1b7f3b", yellow: "#f2c200"};

  /* ---- how the unseen dice of a colour can fall (analysis/diavolo/law.py): Map value → ways ---- */

  const big = BigInt;

  function sums(seen, unseen, sides) {
    let ways = new Map([[seen.reduce((a, b) => a + b, 0), 1n]]);
    for (let k = 0; k < unseen; k++) {
      const more = new Map();
      for (const [value, count] of ways) {
        for (let face = 1; face <= sides; face++) {
          more.set(value + face, (more.get(value + face) ?? 0n) + count);
        }
      }
      ways = more;
    }
    return ways;
  }

  function odds(seen, unseen, sides) {
    const odd = big(Math.floor((sides + 1) / 2)), even = big(Math.floor(sides / 2));
    const have = seen.filter(value => value % 2).length, ways = new Map();
    let choose = 1n;
    for (let k = 0; k <= unseen; k++) {
      ways.set(have + k, choose * odd ** big(k) * even ** big(unseen - k));
      choose = choose * big(unseen - k) / big(k + 1);
    }
    return ways;
  }

  function highest(seen, unseen, sides) {
    const least = Math.max(0, ...seen), ways = new Map();
    const below = value => value < least || (value === 0 && !seen.length && unseen) ? 0n : big(value) ** big(unseen);
    for (let value = 1; value <= sides; value++) ways.set(value, below(value) - below(value - 1));
    return ways;
  }

  function ranges(seen, unseen, sides) {
    const low = Math.min(sides + 1, ...seen), high = Math.max(0, ...seen), ways = new Map();
    const within = (a, b) => a <= Math.min(b, low) && b >= high ? big(b - a + 1) ** big(unseen) : 0n;
    for (let a = 1; a <= sides; a++) {
      for (let b = a; b <= sides; b++) {
        const here = within(a, b) - within(a + 1, b) - within(a, b - 1) + within(a + 1, b - 1);
        ways.set(b - a, (ways.get(b - a) ?? 0n) + here);
      }
    }
    return ways;
  }

  const LAWS = {
    "sum-max": sums, "odd-max": odds, "value-max": highest, "range-max": ranges,
    "sum-min": (...dice) => new Map([...sums(...dice)].map(([value, count]) => [-value, count])),
  };

  /* Chance of each imp, grey last, as numerators over one denominator. */
  function chances(order, s, m) {
    if (order === "nearest") {
      if (s.nearest !== null) return {of: 1n, parts: m.imps.map(imp => imp === s.nearest ? 1n : 0n)};
      const [tie, one] = m.near_tie.map(big), colours = big(m.colours);
      return {of: one * colours, parts: m.imps.map(imp => imp === GREY ? tie * colours : one - tie)};
    }
    const laws = s.seen.map(colour => LAWS[order](colour, m.dice - colour.length, m.sides));
    const of = laws.reduce((all, law) => all * [...law.values()].reduce((a, b) => a + b, 0n), 1n);
    const parts = laws.map((law, mine) => {
      let found = 0n;
      for (const [value, count] of law) {
        found += laws.reduce((all, other, i) => i === mine ? all : all * below(other, value), count);
      }
      return found;
    });
    return {of, parts: [...parts, parts.reduce((left, part) => left - part, of)]};
  }

  function below(law, value) {
    let found = 0n;
    for (const [other, count] of law) if (other < value) found += count;
    return found;
  }

  /* ---- what a grab is worth (analysis/diavolo/grabs.py) ---- */

  function stakes(s, m) {
    if (s.gems === null) return {grey: m.grey_gain, wrong: -m.loss_wrong, none: -m.loss_none};
    return {grey: Math.min(m.grey_gain, m.gem_cap - s.gems), wrong: -Math.min(m.loss_wrong, s.gems),
            none: -Math.min(m.loss_none, s.gems)};
  }

  function worth({of, parts}, stake, goal, grey_worth) {
    const ratio = part => Number(part) / Number(of);
    if (goal === "right") return [...parts.map(ratio), 0];
    if (goal === "win") return [...parts.slice(0, -1).map(ratio), ratio(parts.at(-1)) * grey_worth, 0];
    const wrong = big(stake.wrong), grey = parts.at(-1);
    return [...parts.slice(0, -1).map(part => ratio((of - part) * wrong)),
            ratio(grey * big(stake.grey) + (of - grey) * wrong), stake.none];
  }

  /* What is known of the game with these gems at the table: {p_win, grey_worth}; undefined: nothing. */
  function table(s, m) {
    return s.goal === "win" ? m.known.get([s.gems, ...[...s.others].sort((a, b) => a - b)].join()) : {grey_worth: 1};
  }

  function best(values, there) {
    const none = values.length - 1, choices = [...there, none];
    const top = Math.max(...choices.map(i => values[i]));
    return choices.find(i => values[i] >= top - TIE);
  }

  /* ---- the advice ---- */

  function wrong(s, m) {
    const fits = value => Number.isInteger(value) && 1 <= value && value <= m.sides;
    if (s.order !== null && !m.orders.some(([order]) => order === s.order)) {
      return `That cannot be: the Order die has no ${s.order}.`;
    }
    if (s.seen.length !== m.colours || s.seen.some(colour => colour.length > m.dice)) {
      return `That cannot be: there are ${m.dice} dice of each of ${m.colours} colours.`;
    }
    if (!s.seen.flat().every(fits)) return `That cannot be: the dice show 1 to ${m.sides}.`;
    if ([s.nearest, ...s.gone].some(imp => imp !== null && !m.imps.includes(imp))) {
      return `That cannot be: the imps are ${m.imps.join(", ")}.`;
    }
    if (s.gems !== null && !(Number.isInteger(s.gems) && 1 <= s.gems && s.gems <= m.gem_cap)) {
      return `That cannot be: who plays has 1 to ${m.gem_cap} gems.`;
    }
    if (s.others.length >= m.players || !s.others.every(one => 1 <= one && one <= m.gem_cap)) {
      return `That cannot be: at most ${m.players - 1} others, each with 1 to ${m.gem_cap} gems.`;
    }
    return null;
  }

  function grabAt(chance, s, m) {
    const {p_win, grey_worth} = table(s, m);
    const stake = stakes(s, m), values = worth(chance, stake, s.goal, grey_worth ?? 0), names = [...m.imps, NONE];
    const there = m.imps.flatMap((imp, i) => s.gone.includes(imp) || (imp === GREY && !m.grey_imps) ? [] : [i]);
    const top = best(values, there), p = i => i < chance.parts.length ? Number(chance.parts[i]) / Number(chance.of) : 0;
    return {
      advice: names[top], p_right: p(top), value: values[top], ...(s.goal === "win" ? {p_win, grey_worth} : {}),
      certain: chance.parts.findIndex(part => part === chance.of),
      rows: names.map((imp, i) => ({imp, probability: p(i), value: values[i]}))
        .filter((_, i) => i < m.imps.length || top === i || stake.none !== stake.wrong),
    };
  }

  function advise(s, m) {
    const fault = wrong(s, m);
    if (fault) return {wrong: fault};
    if (!table(s, m)) return {advice: "tap"};
    if (s.order !== null) return grabAt(chances(s.order, s, m), s, m);
    const faces = big(m.orders.reduce((sum, [, count]) => sum + count, 0));
    const each = m.orders.map(([order, count]) => [order, big(count), chances(order, s, m)]);
    const all = each.reduce((product, [, , {of}]) => product * of, 1n);
    const parts = m.imps.map((_, i) => each.reduce((sum, [, count, {of, parts: some}]) => sum + count * some[i] * (all / of), 0n));
    return {
      ...grabAt({of: all * faces, parts}, s, m),
      orders: each.map(([order, , chance]) => ({order, ...grabAt(chance, s, m)})),
    };
  }

  /* ---- in words ---- */

  const gemsOf = value => `${fixed(Math.abs(value), 2)} gems`.replace(/^/, value < 0 ? "−" : "+");
  const shown = (value, s) => s.goal === "gems" ? gemsOf(value)
    : s.goal === "win" ? `${fixed(value, 2)} right colours` : percent(value);
  const named = imp => imp === NONE ? "no imp" : imp;

  function tell(found, s, m) {
    if (found.advice === "tap") return {headline: "Tap your gems and those of the others.", why: ""};
    const unit = {gems: ["Gems"], win: ["Weight"], right: []}[s.goal], notes = [];
    const cell = value => unit.map(() => s.goal === "win" ? fixed(value, 2) : gemsOf(value).replace(" gems", ""));
    if (s.nearest === null && (s.order === "nearest" || (s.order === null && m.orders.some(([order]) => order === "nearest")))) {
      notes.push(m.nearest_note);
    }
    if (s.goal === "gems" && s.gems === null && m.grey_gain && found.certain < 0) {
      notes.push(`For somebody below the cap of ${m.gem_cap} gems: tap how many you have.`);
    }
    if (s.goal === "win") {
      notes.push(`You win ${percent(found.p_win)} from here among equals`
        + (found.grey_worth === null ? "." : `; a right grey weighs as much as ${fixed(found.grey_worth, 2)} right colours.`));
    }
    if (found.orders) {
      return {
        headline: "The best grab by order", notes,
        why: found.orders.map(one => `${WORDS[one.order]}: `
          + (one.order === "nearest" && one.p_right < 1 ? "look which" : named(one.advice))).join("; ") + ".",
        table: {
          head: ["Order", "Grab", "Right", ...unit], best: [],
          rows: found.orders.map(one => [WORDS[one.order], named(one.advice), percent(one.p_right), ...cell(one.value)]),
        },
      };
    }
    const likely = found.rows.reduce((top, row) => row.probability > top.probability ? row : top);
    let why = found.certain >= 0 && found.p_right === 1
      ? (found.advice === GREY && s.order !== "nearest" ? "The best colours are tied." : "It is right.")
      : `It is right with ${percent(found.p_right)}${s.goal === "right" ? "" : `, worth ${shown(found.value, s)}`}.`;
    if (found.advice === NONE) why = `Worth ${shown(found.value, s)}; every imp that is there is worse.`;
    if (likely.probability > found.p_right && likely.value <= found.value) {
      why += ` ${likely.imp[0].toUpperCase() + likely.imp.slice(1)} is likelier (${percent(likely.probability)}) `
        + `but worth ${shown(likely.value, s)}.`;
    }
    return {
      headline: `Grab ${named(found.advice)}`, why, notes,
      table: {
        head: ["Imp", "Right", ...unit], best: found.rows.flatMap((row, i) => row.imp === found.advice ? [i] : []),
        rows: found.rows.map(row => [named(row.imp), percent(row.probability), ...cell(row.value)]),
      },
    };
  }

  /* ---- what is tapped ---- */

  const start = m => ({order: m.orders.length === 1 ? m.orders[0][0] : null, seen: Array(m.colours).fill([]),
                       nearest: null, gone: [], gems: null, others: [], goal: "gems"});

  function controls(m) {
    const capital = text => text[0].toUpperCase() + text.slice(1);
    const faces = Array.from({length: m.sides}, (_, i) => ({value: i + 1, text: String(i + 1)}));
    const imps = m.imps.map(imp => ({value: imp, text: imp}));
    const asks = s => s.order === "nearest" || (s.order === null && m.orders.some(([order]) => order === "nearest"));
    const gems = Array.from({length: m.gem_cap}, (_, i) => ({value: i + 1, text: String(i + 1)}));
    return [
      {kind: "choice", key: "order", label: "The Order die", show: () => m.orders.length > 1,
       options: [{value: null, text: "not read"}, ...m.orders.map(([order]) => ({value: order, text: WORDS[order]}))]},
      ...m.imps.slice(0, -1).map((imp, i) => ({
        kind: "tray", label: `${capital(imp)} dice`, tone: TONES[imp], faces, most: m.dice, empty: "none seen",
        show: s => s.order !== "nearest", get: s => s.seen[i],
        set: (s, value) => ({...s, seen: s.seen.map((one, k) => k === i ? value : one)}),
      })),
      {kind: "choice", key: "nearest", label: "Nearest to the Order die lies", show: asks,
       options: [{value: null, text: "not seen"}, ...imps.map(one => one.value === GREY ? {...one, text: "a tie"} : one)]},
      {kind: "toggles", key: "gone", label: "Imps that are gone", options: m.grey_imps ? imps : imps.slice(0, -1)},
      {kind: "choice", key: "goal", label: "You want", options: [{value: "gems", text: "gems"}, {value: "right", text: "to be right"},
        ...(m.wins.length ? [{value: "win", text: "to win"}] : [])]},
      {kind: "choice", key: "gems", label: "Your gems", show: s => s.goal !== "right",
       options: s => s.goal === "win" ? gems : [{value: null, text: "any"}, ...gems]},
      {kind: "tray", key: "others", label: "Gems of each other player", faces: gems, most: m.players - 1,
       empty: "tap one each", show: s => s.goal === "win"},
    ];
  }

  async function model(m) {
    m.known = new Map(m.wins.map(row => [row.slice(0, -2).join(), {p_win: row.at(-2), grey_worth: row.at(-1)}]));
    return m;
  }

  return {model, start, controls, advise, tell};
})());
