/* Coal: the last but one drawer, whom the last answers in the best way, as analysis/coal/round/last_two.py
   does: exact, and only what best play may enter is looked at.  Where even an upper bound of drawing on
   (analysis/coal/round/hope.py) is not more than stopping, nothing behind is. */
const coalTwo = (() => {
  const solver = coalSolver, TIE = solver.TIE;
  /* Above so many positions, of both drawers together, it is given up. */
  const MOST = 300_000;
  /* A row of figures: the last drawer's chips, then those of who asks by what pays them. */
  const WIDTH = 5, PARTS = ["bet", "best_bonus", "pieces_bonus", "pact"];
  const TOO_MANY = {};

  /* What a player can still earn against results that are known. */
  function steps(rules, stake, won, best, tied_best, most, tied_most) {
    const pending = stake > 0 && (rules.own || best < stake);
    const {best_shares, pieces_shares} = rules;
    return {
      sure: pending ? -stake : won, gain: pending ? won + stake : 0, stake, best, most,
      level_best: best > 0 ? best_shares[tied_best + 1] : 0, alone_best: best_shares[1],
      level_most: most > 0 ? pieces_shares[tied_most + 1] : 0, alone_most: pieces_shares[1],
    };
  }

  function kept(s, amount, pieces) {
    let worth = s.sure + (amount >= s.stake ? s.gain : 0);
    if (amount >= s.best) worth += amount > s.best ? s.alone_best : s.level_best;
    if (pieces >= s.most) worth += pieces > s.most ? s.alone_most : s.level_most;
    return worth;
  }

  /* Chips of who asks and of the last, by what they lay down: {stop, draw} by parts, each null where it
     is not allowed; or null where too many positions would have to be looked at. */
  function solve(at) {
    try {
      return bench(at);
    } catch (fault) {
      if (fault !== TOO_MANY) throw fault;
      return null;
    }
  }

  function bench({rules, oven, bets, results, who, amount, pieces, pacts, fee}) {
    const kinds = oven.coal.length, least = rules.min_draw, root_size = solver.size(oven);
    const values = Int32Array.from(oven.coal, ([value]) => value);
    const counts = Int32Array.from(oven.coal, ([, count]) => count);
    const strides = new Int32Array(kinds);
    for (let kind = kinds - 1, stride = 1; kind >= 0; stride *= counts[kind--] + 1) strides[kind] = stride;
    const {alive, wide, unit, reach} = coalHopes(oven);
    const last = who + 1, stake = bets[who], last_stake = bets[last];
    const won = solver.pays(rules, bets, who), last_won = solver.pays(rules, bets, last);
    const last_fee = rules.pact * pacts.filter((has, i) => has && i !== last).length;
    const received = pacts[who] ? rules.pact : 0;
    const before = key => {
      const top = Math.max(0, ...results.map(result => result[key]));
      return [top, results.filter(result => result[key] === top).length];
    };
    const [best, tied_best] = before("amount"), [most, tied_most] = before("pieces");

    const left = new Int32Array(kinds);
    const look = code => {
      for (let kind = 0; kind < kinds; kind++) {
        const gone = Math.trunc(code / strides[kind]);
        left[kind] = counts[kind] - gone;
        code -= gone * strides[kind];
      }
    };

    /* Upper bound of the chance to draw `need` more, one piece at least, and stop then. */
    function amount_hope(fewer, n, need) {
      if (n === 0) return 0;
      if (need <= 0) return alive[fewer][n * wide + 1];
      let more = 0, short = need;
      for (let kind = 0; kind < kinds && short > 0; kind++) {
        const takes = Math.min(left[kind], Math.ceil(short / values[kind]));
        more += takes;
        short -= takes * values[kind];
      }
      if (short > 0 || more > n) return 0;
      const units = Math.min(Math.ceil(need / unit), reach[fewer].length - 1);
      return Math.min(alive[fewer][n * wide + more], reach[fewer][units]);
    }

    const pieces_hope = (fewer, n, need) => need <= n ? alive[fewer][n * wide + Math.max(need, 1)] : 0;

    function bonus_hope(s, fewer, n, held, many) {
      const once = alive[fewer][n * wide + 1];
      let worth;
      if (held > s.best) {
        worth = once * s.alone_best;
      } else {
        worth = (s.alone_best - s.level_best) * amount_hope(fewer, n, s.best - held + 1);
        if (s.level_best > 0) worth += s.level_best * amount_hope(fewer, n, s.best - held);
      }
      if (many > s.most) return worth + once * s.alone_most;
      return worth + (s.alone_most - s.level_most) * pieces_hope(fewer, n, s.most - many + 1)
        + s.level_most * pieces_hope(fewer, n, s.most - many);
    }

    /* What the round pays that ends so, the last having (b, r) and who asks (a, q). */
    function settle(a, q, b, r, row, place) {
      const top = Math.max(best, a, b), long = Math.max(most, q, r);
      const highest = (best === top ? tied_best : 0) + (a === top) + (b === top);
      const longest = (most === long ? tied_most : 0) + (q === long) + (r === long);
      const bonus = (held, level, tied, shares) => level > 0 && held === level ? shares[tied] : 0;
      row[place] = ((rules.own ? b : top) >= last_stake ? last_won : -last_stake)
        + bonus(b, top, highest, rules.best_shares) + bonus(r, long, longest, rules.pieces_shares);
      row[place + 1] = (rules.own ? a : top) >= stake ? won : -stake;
      row[place + 2] = bonus(a, top, highest, rules.best_shares);
      row[place + 3] = bonus(q, long, longest, rules.pieces_shares);
      row[place + 4] = 0;
    }

    /* The last drawer's turn. A position is coded by all pieces gone since the root: when the amount
       of who asks is fixed, so is the last one's, and one memo serves all such turns. */
    const sets = solver.sets(oven);
    const slots = new Int32Array(sets), codes = new Int32Array(Math.min(sets, MOST));
    const found = new Float64Array(codes.length * WIDTH);
    const sums = new Float64Array((solver.pieces(oven) + 2) * WIDTH), burned = new Float64Array(WIDTH);
    let used = 0, total = 0;

    function keep(code) {
      if (++total > MOST) throw TOO_MANY;
      slots[code] = used;
      codes[used] = code;
      return used++ * WIDTH;
    }

    function last_turn(root, devils, size, fewer, a, q, row, place) {
      const level = best === a ? tied_best + 1 : a > best ? 1 : tied_best;
      const level_most = most === q ? tied_most + 1 : q > most ? 1 : tied_most;
      const s = steps(rules, last_stake, last_won, Math.max(best, a), level, Math.max(most, q), level_most);
      const full = s.sure + s.gain + s.alone_best + s.alone_most;
      settle(a, q, 0, 0, burned, 0);
      burned[0] -= last_fee;
      burned[4] += received;

      function visit(code, held, many, n, depth) {
        let stay = -Infinity, closed = false;
        if (many >= least || n === 0) {
          stay = kept(s, held, many);
          closed = n === 0 || stay >= full;
          if (!closed) {
            let top = burned[0] + alive[fewer][n * wide + 1] * (s.sure - burned[0]);
            if (s.gain > 0) top += s.gain * amount_hope(fewer, n, s.stake - held);
            const enough = stay + TIE * (1 + Math.abs(stay));
            closed = top <= enough && top + bonus_hope(s, fewer, n, held, many) <= enough;
          }
        }
        const from = depth * WIDTH;
        if (!closed) {
          sums.fill(0, from, from + WIDTH);
          for (let kind = 0; kind < kinds; kind++) {
            if (left[kind] === 0) continue;
            const child = code + strides[kind], slot = slots[child];
            let at = slot * WIDTH;
            if (slot >= used || codes[slot] !== child) {
              left[kind]--;
              at = visit(child, held + values[kind], many + 1, n - 1, depth + 1);
              left[kind]++;
            }
            for (let w = 0; w < WIDTH; w++) sums[from + w] += left[kind] * found[at + w];
          }
          for (let w = 0; w < WIDTH; w++) sums[from + w] = (sums[from + w] + devils * burned[w]) / n;
          const go = sums[from];
          closed = stay >= go - TIE * (1 + Math.abs(go));
        }
        const at = keep(code);
        if (closed) settle(a, q, held, many, found, at);
        else for (let w = 0; w < WIDTH; w++) found[at + w] = sums[from + w];
        return at;
      }

      look(root);
      const slot = slots[root];
      const at = slot < used && codes[slot] === root ? slot * WIDTH : visit(root, 0, 0, size, 0);
      for (let w = 1; w < WIDTH; w++) row[place + w - 1] = found[at + w];
    }

    /* Positions of who asks, level by level: what a devil leaves, and what stopping is worth. */
    const s = steps(rules, stake, won, best, tied_best, most, tied_most);
    const PLACES = WIDTH - 1;
    const net = (row, node) => row[node * PLACES] + row[node * PLACES + 1] + row[node * PLACES + 2] + row[node * PLACES + 3];
    const helping = Math.min(Math.ceil(stake / unit), reach[0].length - 1);
    const helped = rules.own ? 0 : Math.max(reach[0][helping], reach[1][helping]);
    const burned_top = s.sure + s.gain * helped - fee + received;
    const tree = {place: new Int32Array(sets), codes: [0], amounts: [amount], stop: [], value: [], known: [], closed: [], levels: [0]};

    const room = node => {
      for (let w = tree.stop.length; w < (node + 1) * PLACES; w++) tree.stop.push(0), tree.value.push(0);
    };
    const stop_of = (node, level) => {
      tree.known[node] = true;
      last_turn(tree.codes[node], oven.devils, root_size - level, 0, tree.amounts[node], pieces + level, tree.stop, node * PLACES);
    };
    const burn = (node, level) => {
      if (!oven.devils) return;
      last_turn(tree.codes[node], oven.devils - 1, root_size - level - 1, 1, 0, 0, tree.value, node * PLACES);
      tree.value[node * PLACES + 3] -= fee;
    };
    /* Nodes of a level by amount: those that share one share the memo. */
    const by_amount = (start, end, act) => {
      const order = Array.from({length: end - start}, (_, i) => start + i)
        .sort((a, b) => tree.amounts[a] - tree.amounts[b] || a - b);
      let now = -1;
      for (const node of order) {
        if (tree.amounts[node] !== now) used = 0;
        now = tree.amounts[node];
        act(node, now);
      }
    };

    function forwards(start, end, level) {
      const n = root_size - level, many = pieces + level;
      const may = many >= least || n === 0, risk = n ? oven.devils / n : 0;
      room(end - 1);
      by_amount(start, end, (node, held) => {
        tree.closed[node] = n === 0;
        tree.known[node] = false;
        if (!may) return;
        if (level > 0 && n > 0 && s.gain > 0 && held < s.stake) {
          // a guess that stopping is bad costs time only where it is wrong
          const units = Math.min(Math.ceil((s.stake - held) / unit), reach[0].length - 1);
          const promise = s.sure + s.gain * (reach[0][units] + (1 - reach[0][units]) * helped);
          if (kept(s, held, many) + s.gain * helped + received < promise) return;
        }
        stop_of(node, level);
      });
      by_amount(start, end, (node, held) => {
        if (tree.closed[node]) return;
        let rise = Infinity;
        if (level > 0 && tree.known[node]) {
          look(tree.codes[node]);
          const once = alive[0][n * wide + 1];
          rise = once * (s.sure + received) + bonus_hope(s, 0, n, held, many);
          if (s.gain > 0) {
            const alone = held >= s.stake ? once : amount_hope(0, n, s.stake - held);
            rise += s.gain * (alone + (once - alone) * (held >= s.stake ? 0 : helped));
          }
          tree.closed[node] = rise + risk * burned_top <= net(tree.stop, node);
          if (tree.closed[node]) return;
        }
        burn(node, level);
        if (tree.known[node]) tree.closed[node] = rise + risk * net(tree.value, node) <= net(tree.stop, node);
      });
      for (let node = start; node < end; node++) {
        if (tree.closed[node]) continue;
        look(tree.codes[node]);
        for (let kind = 0; kind < kinds; kind++) {
          const child = tree.codes[node] + strides[kind];
          if (!left[kind] || tree.codes[tree.place[child]] === child) continue;
          if (++total > MOST) throw TOO_MANY;
          tree.place[child] = tree.codes.length;
          tree.codes.push(child);
          tree.amounts.push(tree.amounts[node] + values[kind]);
        }
      }
    }

    function backwards(start, end, level) {
      const n = root_size - level, may = level > 0 && pieces + level >= least;
      by_amount(start, end, (node, held) => {
        const at = node * PLACES;
        const stops = () => {
          for (let w = 0; w < PLACES; w++) tree.value[at + w] = tree.stop[at + w];
        };
        if (tree.closed[node]) {
          stops();
          return;
        }
        look(tree.codes[node]);
        for (let w = 0; w < PLACES; w++) tree.value[at + w] *= oven.devils;
        for (let kind = 0; kind < kinds; kind++) {
          if (!left[kind]) continue;
          const child = tree.place[tree.codes[node] + strides[kind]] * PLACES;
          for (let w = 0; w < PLACES; w++) tree.value[at + w] += left[kind] * tree.value[child + w];
        }
        for (let w = 0; w < PLACES; w++) tree.value[at + w] /= n;
        if (!may) return;
        const go = net(tree.value, node), enough = go - TIE * (1 + Math.abs(go));
        if (!tree.known[node]) {
          const top = kept(s, held, pieces + level) + received + (held < s.stake ? s.gain * helped : 0);
          if (top < enough) return;
          stop_of(node, level);
        }
        if (net(tree.stop, node) >= enough) stops();
      });
    }

    let levels = 0;
    for (let start = 0; start < tree.codes.length; levels++) {
      const end = tree.codes.length;
      forwards(start, end, levels);
      tree.levels.push(start = end);
    }
    for (let level = levels - 1; level >= 0; level--) backwards(tree.levels[level], tree.levels[level + 1], level);
    const worth = row => ({value: net(row, 0), ...Object.fromEntries(PARTS.map((part, w) => [part, row[w]]))});
    return {
      stop: tree.known[0] ? worth(tree.stop) : null, draw: root_size ? worth(tree.value) : null, positions: total,
    };
  }

  return {solve};
})();
