/* Coal: a turn by backward induction over all sets of pieces that can still be drawn in it, as
   analysis/coal/turn/stopping.py and analysis/coal/round/last.py do; and what a round pays. */
const coalSolver = (() => {
  /* Values closer than this, relative to 1 + |value|, are ties: stop. */
  const TIE = 1e-12;
  /* Above so many sets nothing is tried; 96,000 in a fresh printed oven. */
  const MOST_SETS = 1 << 20;

  /* oven: {coal: [[value, count], …] with the largest value first, devils}. */
  const pieces = oven => oven.coal.reduce((sum, [, count]) => sum + count, 0);
  const good = oven => oven.coal.reduce((sum, [value, count]) => sum + value * count, 0);
  const size = oven => pieces(oven) + oven.devils;
  const sets = oven => oven.coal.reduce((product, [, count]) => product * (count + 1), 1);
  const shorten = oven => ({...oven, coal: oven.coal.filter(([, count]) => count > 0)});

  /* The turn from this oven on. `worth(amount, pieces)` and `burned(amount, pieces)`, of what is drawn
     from here on, are what stopping and a devil bring; `least` pieces are to be drawn first.
     A set's code grows by a kind's stride with every piece of it: falling codes are an order in
     which the induction can run.
     {draw: worth of drawing one and playing on as best, NaN from an empty oven; stops: by code}. */
  function play(oven, worth, burned, least) {
    const kinds = oven.coal.length, total = sets(oven);
    const values = Int32Array.from(oven.coal, ([value]) => value);
    const counts = Int32Array.from(oven.coal, ([, count]) => count);
    const strides = new Int32Array(kinds);
    for (let kind = kinds - 1, stride = 1; kind >= 0; kind--) {
      strides[kind] = stride;
      stride *= counts[kind] + 1;
    }
    const value = new Float64Array(total), stops = new Uint8Array(total);
    const drawn = Int32Array.from(counts);
    let amount = good(oven), many = pieces(oven), left = oven.devils, draw = NaN;
    for (let code = total - 1; code >= 0; code--) {
      draw = oven.devils ? oven.devils * burned(amount, many) : 0;
      for (let kind = 0; kind < kinds; kind++) {
        const more = counts[kind] - drawn[kind];
        if (more > 0) draw += more * value[code + strides[kind]];
      }
      draw /= left; // 0 / 0 from an empty oven
      const stay = worth(amount, many);
      const stop = left === 0 || (many >= least && stay >= draw - TIE * (1 + Math.abs(draw)));
      stops[code] = stop ? 1 : 0;
      value[code] = stop ? stay : draw;
      for (let kind = kinds - 1; kind >= 0; kind--) { // the next set down
        if (drawn[kind] > 0) {
          drawn[kind]--;
          amount -= values[kind];
          many--;
          left++;
          break;
        }
        drawn[kind] = counts[kind];
        amount += values[kind] * counts[kind];
        many += counts[kind];
        left -= counts[kind];
      }
    }
    return {oven, values, counts, strides, stops, draw};
  }

  /* What becomes of a turn that draws once and then plays as `played` says: `visit(p, amount,
     pieces)` for every set it may end with. The chance that a devil ends it. */
  function follow(played, visit) {
    const {oven, values, counts, strides, stops} = played;
    const kinds = counts.length, alive = new Float64Array(stops.length);
    const drawn = new Int32Array(kinds);
    let amount = 0, many = 0, left = size(oven), burned = 0;
    alive[0] = 1;
    for (let code = 0; code < alive.length; code++) {
      let p = alive[code];
      if (p > 0 && code > 0 && stops[code]) {
        visit(p, amount, many);
      } else if (p > 0) {
        p /= left;
        burned += p * oven.devils;
        for (let kind = 0; kind < kinds; kind++) {
          const more = counts[kind] - drawn[kind];
          if (more > 0) alive[code + strides[kind]] += p * more;
        }
      }
      for (let kind = kinds - 1; kind >= 0; kind--) { // the next set up
        if (drawn[kind] < counts[kind]) {
          drawn[kind]++;
          amount += values[kind];
          many++;
          left--;
          break;
        }
        amount -= values[kind] * drawn[kind];
        many -= drawn[kind];
        left += drawn[kind];
        drawn[kind] = 0;
      }
    }
    return burned;
  }

  /* The least amount to be drawn from here on, from which on one stops more often than not,
     counted by how often pieces make up each amount if one keeps drawing; null if there is none. */
  function stopFrom({oven, values, counts, strides, stops}) {
    const unit = values.reduce(gcd, 0) || 1, units = values.map(value => value / unit);
    const all = new Float64Array(good(oven) / unit + 1), stopping = all.slice();
    const sets = binomials(size(oven)), ways = Array.from(counts, binomials);
    const walk = (kind, amount, many, code, p) => {
      if (kind === counts.length) { // the chance to hold exactly this set after as many draws
        all[amount] += p / sets[many];
        if (stops[code]) stopping[amount] += p / sets[many];
        return;
      }
      for (let k = 0; k <= counts[kind]; k++) {
        walk(kind + 1, amount + k * units[kind], many + k, code + k * strides[kind], p * ways[kind][k]);
      }
    };
    walk(0, 0, 0, 0, 1);
    const first = all.findLastIndex((p, i) => p > 0 && stopping[i] < 0.5 * p) + 1;
    const least = all.findIndex((p, i) => i >= first && p > 0);
    return least < 0 ? null : least * unit;
  }

  const gcd = (a, b) => b ? gcd(b, a % b) : a;

  function binomials(n) {
    const row = [1];
    for (let k = 1; k <= n; k++) row.push(row[k - 1] * (n - k + 1) / k);
    return row;
  }

  /* Whether some `many` good pieces of the oven are worth `amount` together. */
  function canMake(oven, amount, many) {
    if (many > pieces(oven)) return false;
    const sums = Array.from({length: many + 1}, () => new Set());
    sums[0].add(0);
    for (const [value, count] of oven.coal) {
      for (let copy = 0; copy < Math.min(count, many); copy++) {
        for (let n = many; n > 0; n--) {
          for (const sum of sums[n - 1]) if (sum + value <= amount) sums[n].add(sum + value);
        }
      }
    }
    return sums[many].has(amount);
  }

  /* What a won stake brings on top of itself: more if it is the highest of all. */
  function pays(rules, bets, who) {
    const highest = rules.double_highest && bets[who] === Math.max(...bets);
    return bets[who] * (highest ? rules.double : rules.win_factor);
  }

  /* What a devil costs the drawer in pacts, who can pay at most so many holders. */
  function fee(rules, pacts, who, payable) {
    const holders = pacts.filter((has, i) => has && i !== who).length;
    return rules.pact * Math.min(holders, payable ?? holders);
  }

  /* The last drawer's chips of the round by his amount and pieces, by what they are paid for. */
  function payoff(rules, bets, results, who) {
    const stake = bets[who], won = pays(rules, bets, who);
    const best = Math.max(0, ...results.map(result => result.amount));
    const most = Math.max(0, ...results.map(result => result.pieces));
    const best_tied = results.filter(result => result.amount === best).length;
    const most_tied = results.filter(result => result.pieces === most).length;
    const share = (held, top, tied, shares) =>
      held > top ? shares[1] : held === top && held > 0 ? shares[tied + 1] : 0;
    return {
      bet: amount => (rules.own ? amount : Math.max(amount, best)) >= stake ? won : -stake,
      best_bonus: amount => share(amount, best, best_tied, rules.best_shares),
      pieces_bonus: many => share(many, most, most_tied, rules.pieces_shares),
    };
  }

  return {
    TIE, MOST_SETS, gcd, binomials, pieces, good, size, sets, shorten, play, follow, stopFrom, canMake, pays, fee, payoff,
  };
})();
