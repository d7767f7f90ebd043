{% include "advisor_zoinx_rules.js" %}
{% include "advisor_zoinx_moments.js" %}
{% include "advisor_zoinx_turns.js" %}
{% include "advisor_zoinx_answer.js" %}
{% include "advisor_zoinx_words.js" %}
/* Zoinx: what is tapped. */
zochastic.play((() => {
  const {nobodyBets, leastStop, opponent, settled, goOn} = zoinxRules;
  const {UNKNOWN, wrong, turned, advise} = zoinxAnswer;
  const question = m => nobodyBets(m) ? "stop" : "bet";

  async function model(m) {
    for (const table of [m.two, m.three].filter(one => one)) {
      for (const [key, packed] of Object.entries(table)) {
        if (packed.gzip) table[key] = await zochastic.unpack(packed);
      }
    }
    if (m.two) m.moments = zoinxMoments.two(m, m.two);
    if (m.three) m.moments = zoinxMoments.three(m, m.three);
    return m;
  }

  const unknown = m => Array.from({length: m.players}, (_, seat) =>
    (seat ? m.opponent_bets : m.active_bets).length ? UNKNOWN : null);
  const start = m => ({question: question(m), scores: [...m.starts], seat: 1, last_turns: 0,
                       bets: unknown(m), total: 0, over: false});
  const anew = (s, m, more) => ({...s, question: question(m), bets: unknown(m), total: 0, ...more});

  /* The turn goes to whoever sits `steps` after its present owner. */
  function passed(s, m, steps, more = {}) {
    const n = m.players;
    return anew(s, m, {...more, scores: turned(more.scores ?? s.scores, steps), seat: (s.seat - 1 - steps + 2 * n) % n + 1});
  }

  /* The turn is over: its points are counted, and it is passed on. */
  function ended(s, m, bust) {
    const scores = settled(m, s.scores, s.bets, s.total, bust), after = goOn(m, scores, s.last_turns);
    if (after.over) return {...s, scores, over: true};
    return passed(s, m, after.seat, {scores, last_turns: after.last_turns});
  }

  function controls(m) {
    const n = m.players, scored = m.goal !== "points", live = s => !s.over;
    const names = [["You"], ["You", "The other"], ["You", "Left of you", "Right of you"], ["You", "Somebody else"]][n - 1];
    const whose = ["Your", ...(n === 2 ? ["The other's"] : ["Left player's", "Right player's"])];
    const at = (s, j) => (s.seat - 1 + j) % n;
    const owner = s => (n + 1 - s.seat) % n;   // how many places after you the turn is
    const changed = (list, i, value) => list.map((one, k) => k === i ? value : one);
    const open = s => live(s) && s.question === "stop";
    const found = [];
    for (let j = 0; scored && j < n; j++) found.push({
      kind: "number", half: true, label: `${whose[j]} score`, min: 0, max: m.target + (n > 1 ? 200 : -1), show: live,
      get: s => s.scores[at(s, j)], set: (s, value) => ({...s, scores: changed(s.scores, at(s, j), value)}),
    });
    if (n > 1) found.push({
      kind: "choice", label: "Whose turn is it?", show: live, options: names.map((text, value) => ({value, text})),
      get: s => scored ? owner(s) : Math.min(owner(s), 1),
      set: (s, j) => j === owner(s) ? s : passed(s, m, (j - owner(s) + n) % n),
    });
    if (m.goal === "win" && m.trigger !== "at-once") found.push({
      kind: "choice", label: "The final round", show: live, key: "last_turns",
      options: [{value: 0, text: "has not begun"}, ...(n === 3 ? [{value: 2, text: "two turns left"}] : []),
                {value: 1, text: "this is the last turn"}],
    });
    if (!nobodyBets(m)) found.push({
      kind: "choice", label: n > 1 ? "The bets" : "Your bet", show: live, key: "question",
      options: [{value: "bet", text: n > 1 ? "are secret" : "to choose"}, {value: "stop", text: n > 1 ? "are open" : "chosen"}],
      set: (s, question) => anew(s, m, {question}),
    });
    for (let j = 0; j < (scored ? n : 1); j++) {
      const faces = s => at(s, j) === 0 ? m.active_bets : n > 1 ? m.opponent_bets : [];
      found.push({
        kind: "choice", label: n > 1 ? `${whose[j]} bet` : "You bet",
        show: s => open(s) && faces(s).length > 0 && (scored || s.seat === 1),
        options: s => faces(s).map(value => ({value, text: String(value)})), get: s => s.bets[at(s, j)],
        // the most points of one's own do not depend on the others' bets
        set: (s, value) => ({...s, bets: scored ? changed(s.bets, at(s, j), value)
          : s.bets.map((_, i) => i === at(s, j) ? value : opponent(m)[0])}),
      });
    }
    found.push({
      kind: "number", label: "Dots of this turn so far", min: 0, max: 999, key: "total",
      quick: m.law.map(([dots]) => dots).filter(dots => dots > 0).slice(0, 8),
      show: s => open(s) && (scored || s.seat === 1),
    });
    if (scored) found.push({
      kind: "actions", label: "How the turn ended (counts the points and passes on)", show: open,
      options: s => {
        const off = s.bets.includes(UNKNOWN) || wrong(s, m) !== null;
        const may = s.total > 0 && s.total >= leastStop(m, s.bets[0]);
        return [{text: "Stopped", act: one => ended(one, m, false), off: off || !may},
                {text: "Zoinx", act: one => ended(one, m, true), off}];
      },
    });
    return found;
  }

  return {model, start, controls, advise, tell: zoinxWords.tell};
})());
