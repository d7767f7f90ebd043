"use strict";
/* The frame of an advisor page: what was tapped, the controls, the advice. A game's script calls
   zochastic.play({
     model: async data => model,        // may await zochastic.unpack(packed)
     start: model => state,             // a plain object, never changed in place
     controls: model => [control, …],
     advise: (state, model) => found,   // pure: numbers and names, or {wrong: "one line"}
     tell: (found, state, model) => ({headline, why, table: {head, rows, best}, lots, notes}),
   });
   A control has a kind, a label, and key (a field of the state) or get(state) and set(state, value);
   show(state) says whether it is there; tone is a colour beside its label; half: two stand side by
   side. What may depend on the state can be a function of it.
     choice   options [{value, text}]; one of them
     toggles  options; value: the list of those that are on
     number   min, max, step (1 if left out; what − and + add), quick [1, 2, …] (buttons that add so much)
     tray     faces [{value, text}], most, empty (words); value: the list of what was tapped, in order
     counts   faces [{value, text}], most (value, state) => n; value: {face: how many}
     actions  options [{text, act: state => state, off: whether it cannot be now}] */
window.zochastic = (() => {
  const at = id => document.getElementById(id);
  const faults = new Map();
  let game, model, state, past = [], drawn = [], numbers = 0;

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  function button(text, act, attributes = {}) {
    const element = make("button", {type: "button", ...attributes}, text);
    element.addEventListener("click", act);
    return element;
  }

  const given = (value, ...rest) => typeof value === "function" ? value(...rest) : value;
  const get = control => control.get ? control.get(state) : state[control.key];
  const put = (control, value) =>
    control.set ? control.set(state, value) : {...state, [control.key]: value};

  /* Make the children of a row anew only where they differ: whoever has the focus keeps it. */
  function redraw(row, what, children) {
    const key = JSON.stringify(what);
    if (row.dataset.key === key) return;
    row.dataset.key = key;
    const place = [...row.children].indexOf(document.activeElement);
    row.replaceChildren(...children());
    if (place >= 0 && row.children.length) {
      row.children[Math.min(place, row.children.length - 1)].focus();
    }
  }

  const builders = {
    choice: (control, box) => options(control, box, false),
    toggles: (control, box) => options(control, box, true),

    number(control, box) {
      const label = () => given(control.label, state);
      const by = control.step ?? 1;
      const input = make("input", {type: "number", inputmode: "numeric", class: "typed", step: by});
      const limits = () => [given(control.min ?? 0, state), given(control.max, state)];
      const step = by => () => {
        const [low, high] = limits();
        faults.delete(control);
        move(put(control, Math.min(high, Math.max(low, get(control) + by))));
        input.value = get(control);
      };
      const less = button("−", step(-by), {class: "step"});
      const more = button("+", step(by), {class: "step"});
      input.addEventListener("input", () => {
        const [low, high] = limits(), value = Number(input.value);
        const fine = input.value !== "" && Number.isInteger(value) && low <= value && value <= high;
        input.setAttribute("aria-invalid", String(!fine));
        if (fine) {
          faults.delete(control);
          move(put(control, value));
        } else {
          faults.set(control, `${label()}: a whole number from ${low} to ${high}.`);
          show();
        }
      });
      const row = make("div", {class: control.quick ? "row quick" : "row"});
      box.append(row);
      row.append(less, input, ...(control.quick?.includes(1) ? [] : [more]));
      for (const by of control.quick ?? []) {
        row.append(button(`+${by}`, step(by), {"aria-label": `add ${by}`}));
      }
      return () => {
        less.setAttribute("aria-label", `${label()}: ${by} less`);
        more.setAttribute("aria-label", `${label()}: ${by} more`);
        input.setAttribute("aria-label", label());
        if (!faults.has(control)) {
          input.value = get(control);
          input.setAttribute("aria-invalid", "false");
        }
        input.classList.toggle("long", input.value.length > 4);
      };
    },

    tray(control, box) {
      const tapped = make("div", {class: "row tapped"}), row = make("div", {class: "row faces"});
      box.append(tapped, row);
      return () => {
        const faces = given(control.faces, state), now = get(control);
        const text = value => faces.find(face => face.value === value)?.text ?? String(value);
        const label = given(control.label, state), full = now.length >= given(control.most, state);
        redraw(tapped, now, () => now.length
          ? now.map((value, i) => button(text(value),
            () => move(put(control, now.filter((_, j) => j !== i))),
            {"aria-label": `take ${text(value)} away`}))
          : [make("span", {class: "empty"}, given(control.empty ?? "nothing yet", state))]);
        redraw(row, [label, faces], () => faces.map(face => button(face.text,
          () => move(put(control, [...get(control), face.value])),
          {"aria-label": `${label}: ${face.text}`})));
        for (const one of row.children) one.disabled = full;
      };
    },

    counts(control, box) {
      const row = make("div", {class: "row"});
      box.append(row);
      const add = (face, by) => () =>
        move(put(control, {...get(control), [face.value]: (get(control)[face.value] ?? 0) + by}));
      return () => {
        const faces = given(control.faces, state);
        redraw(row, faces, () => faces.map(face => make("div", {class: "piece"},
          button("", add(face, 1)), button("−", add(face, -1), {"aria-label": `one ${face.text} less`}))));
        faces.forEach((face, i) => {
          const many = get(control)[face.value] ?? 0, [more, less] = row.children[i].children;
          more.textContent = `${face.text} × ${many}`;
          more.setAttribute("aria-label", `${face.text}, ${many} so far: one more`);
          more.disabled = many >= given(control.most, face.value, state);
          less.disabled = many === 0;
        });
      };
    },

    actions(control, box) {
      const row = make("div", {class: "row"});
      box.append(row);
      return () => {
        const list = given(control.options, state);
        redraw(row, list.map(one => one.text), () => list.map((one, i) => button(one.text,
          () => move(given(control.options, state)[i].act(state)))));
        list.forEach((one, i) => { row.children[i].disabled = Boolean(one.off); });
      };
    },
  };

  function options(control, box, many) {
    const row = make("div", {class: "row"}), name = `c${++numbers}`;
    box.append(row);
    return () => {
      const list = given(control.options, state), now = get(control);
      redraw(row, list, () => list.map((one, i) => {
        const input = make("input", {type: many ? "checkbox" : "radio", name, value: i});
        input.addEventListener("change", () => {
          const without = many ? get(control).filter(value => value !== one.value) : [];
          move(put(control, !many ? one.value : input.checked ? [...without, one.value] : without));
        });
        return make("label", {class: "option"}, input, make("span", {}, one.text));
      }));
      [...row.querySelectorAll("input")].forEach((input, i) => {
        input.checked = many ? now.includes(list[i].value) : now === list[i].value;
      });
    };
  }

  function build() {
    for (const control of game.controls(model)) {
      const legend = make("legend"), box = make("fieldset", {}, legend);
      if (control.tone) {
        box.classList.add("toned");
        box.style.setProperty("--tone", control.tone);
      }
      if (control.half) box.classList.add("half");
      box.classList.add(control.kind);
      const update = builders[control.kind](control, box);
      at("controls").append(box);
      drawn.push(() => {
        box.hidden = control.show ? !control.show(state) : false;
        if (box.hidden) {
          faults.delete(control);
          return;
        }
        legend.textContent = given(control.label, state) ?? "";
        legend.hidden = !legend.textContent;
        update();
      });
    }
    const again = make("div", {class: "row again"},
      button("Undo", () => {
        if (!past.length) return;
        faults.clear();
        state = past.pop();
        show();
      }, {id: "undo"}),
      button("Start again", () => {
        faults.clear();
        move(game.start(model));
      }));
    at("controls").append(again);
    at("controls").addEventListener("submit", event => event.preventDefault());
    at("draw").addEventListener("click", draw);
  }

  function move(next) {
    past.push(state);
    if (past.length > 500) past.shift();
    state = next;
    show();
  }

  /* A phone may drop the page and load it again: what was tapped stays. */
  function keep() {
    try {
      history.replaceState({page: document.body.dataset.page, state, past: past.slice(-20)}, "");
    } catch {
      // a browser that keeps nothing of a file: then a page begins anew
    }
  }

  function kept() {
    const last = history.state;
    if (last?.page !== document.body.dataset.page) return false;
    [state, past] = [last.state, last.past];
    return true;
  }

  function show() {
    for (const update of drawn) update();
    at("undo").disabled = past.length === 0;
    keep();
    const broken = [...faults.values()][0];
    const found = broken ? {wrong: broken} : game.advise(state, model);
    const told = found.wrong ? {headline: found.wrong, why: ""} : game.tell(found, state, model);
    document.querySelector(".answer").classList.toggle("wrong", Boolean(found.wrong));
    at("headline").textContent = told.headline;
    at("why").textContent = told.why ?? "";
    at("lots").hidden = !told.lots;
    at("draw").lots = told.lots;
    at("drawn").textContent = "";
    at("table").hidden = !told.table;
    if (told.table) table(told.table);
    at("notes").replaceChildren(...(told.notes ?? []).map(line => make("li", {}, line)));
  }

  function table({head, rows, best}) {
    const cells = (tag, row) => row.map((text, i) =>
      make(i === 0 || tag === "th" ? "th" : "td", {scope: tag === "th" ? "col" : "row"}, text));
    at("table").tHead.replaceChildren(make("tr", {}, ...cells("th", head)));
    at("table").tBodies[0].replaceChildren(...rows.map((row, i) =>
      make("tr", best.includes(i) ? {class: "best"} : {}, ...cells("td", row))));
    for (const cell of at("table").querySelectorAll("td")) cell.removeAttribute("scope");
  }

  /* Draw one of the lots [{text, p}] by the browser's best random numbers. */
  function draw() {
    const lots = at("draw").lots;
    let left = crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
    at("drawn").textContent = lots.find(lot => (left -= lot.p) < 0)?.text ?? lots.at(-1).text;
  }

  /* Numbers that were packed by analysis.advisor.packed. */
  async function unpack({type, shape, gzip}) {
    const bytes = Uint8Array.from(atob(gzip), letter => letter.charCodeAt(0));
    const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const buffer = await new Response(whole).arrayBuffer();
    const kinds = {
      float64: Float64Array, float32: Float32Array, uint8: Uint8Array, int8: Int8Array,
      uint16: Uint16Array, int16: Int16Array, uint32: Uint32Array, int32: Int32Array,
    };
    return Object.assign(new kinds[type](buffer), {shape});
  }

  /* x with so many decimals, rounded as Python does: an exact half goes to the even digit. */
  function fixed(x, digits) {
    const text = x.toFixed(digits), long = Math.abs(x) < 1e15 ? Math.abs(x).toFixed(digits + 60) : "";
    const cut = long.length - 60;
    if (!/^50*$/.test(long.slice(cut)) || Number(long[cut - 1] === "." ? long[cut - 2] : long[cut - 1]) % 2) {
      return text;
    }
    return (x < 0 ? "-" : "") + long.slice(0, cut).replace(/\.$/, "");
  }

  /* A probability as people read it: never 0 % or 100 % of what can still go wrong. */
  function percent(p) {
    if (0 < p && p < 0.001) return "under 0.1 %";
    if (0.999 < p && p < 1) return "over 99.9 %";
    return `${fixed(100 * p, 1)} %`;
  }

  const frame = {unpack, fixed, percent, advise: () => { throw new Error("not ready"); }};
  frame.play = played => {
    game = played;
    frame.ready = (async () => {
      model = await game.model(JSON.parse(at("data").textContent));
      if (!kept()) state = game.start(model);
      frame.advise = asked => game.advise(asked, model);
      build();
      show();
    })().catch(fault => {
      at("headline").textContent = "This page does not work in this browser; a newer one runs it.";
      throw fault;
    });
  };
  return frame;
})();
