import type { Mutants } from '../mutants.ts'

const CONTRACT = 'test/mechanism/contract.test.ts'
const ENUMERATION = 'test/mechanism/enumeration.mock.test.ts'

const OF_RRRR = 'rrrr|RRRR|^(?!hadamard|srr|subset|unary|local|block|public|stair|matrix|survey)'

/** RRRR and the other mechanisms: how answers are drawn, and what they say. */
export const MECHANISMS: readonly Mutants[] = [
  {
    file: 'src/rrrr/rrrr.ts',
    tests: ['test/rrrr/rrrr.test.ts', CONTRACT],
    only: OF_RRRR,
    changes: [
      ['logLevel: -levels.logGap', 'logLevel: -epsilon'],
      ['i > 0 && x === sorted[i - 1]', 'i > 1 && x === sorted[i - 1]'],
      ['(subset.length === 0 ? [0] : [subset[0], firstOutside(subset)])', '[0]'],
    ],
  },
  {
    file: 'src/rrrr/rrrr-draws.ts',
    tests: ['test/rrrr/rrrr.test.ts', CONTRACT],
    only: OF_RRRR,
    changes: [
      ['Number(subset[place] >= x)', 'Number(subset[place] > x)'],
      ['select(place === size - 1, stranger, shifted)', 'select(place === 0, stranger, shifted)'],
      ['select(innerTruth, select(member, x, r), lie)', 'select(innerTruth, x, lie)'],
      ['select(outerTruth, x, other)', 'select(outerTruth, other, x)'],
      ['if (other === size - 1) return outside', 'if (other === 0) return outside'],
      ['subset[other] < x ? subset[other]', 'subset[other] <= x ? subset[other]'],
      ['inner.toss(rng) ? r : subset', 'outer.toss(rng) ? r : subset'],
      ['isMember[x] === 1 ? b : rest * ad', 'isMember[x] === 1 ? rest * ad : b'],
      ['/ (1 - inside)', ''],
      ['const inside = size * b', 'const inside = b'],
    ],
  },
  {
    file: 'src/rrrr/rrrr-design.ts',
    tests: ['test/rrrr/rrrr.test.ts', 'test/mechanism/certificate.test.ts', CONTRACT],
    only: OF_RRRR,
    changes: [
      ['slope > 0n && second.numerator * slope > bound', 'slope < 0n'],
      ['Math.max(650, 700 - (epsilon - epsilon1))', '700'],
      [
        'return [truthCoin(first, size + 1), truthCoin(second, rest)]',
        'return [truthCoin(first, size), truthCoin(second, rest)]',
      ],
      ['(m - 1n) * second.denominator', 'm * second.denominator'],
    ],
  },
  {
    file: 'src/mechanism/srr.ts',
    tests: ['test/mechanism/srr.test.ts', CONTRACT, ENUMERATION],
    only: 'srr|truth',
    changes: [
      [
        'select(honest, x, anotherThan(x, rng.integer(categories - 1)))',
        'select(honest, x, rng.integer(categories))',
      ],
      ['select(honest, x,', 'select(!honest, x,'],
      ['categories * exp(logScale - epsilon)', 'exp(logScale - epsilon)'],
      ['-log1p((categories - 1) * exp(-epsilon))', '-log1p(categories * exp(-epsilon))'],
    ],
  },
  {
    file: 'src/mechanism/select.ts',
    tests: ['test/mechanism/select.test.ts'],
    changes: [
      ['Number(index >= category)', 'Number(index > category)'],
      ['other + Number(first) * (one - other)', 'one + Number(first) * (other - one)'],
      ['if (bits[x] === 1) members', 'if (bits[x] === 0) members'],
    ],
  },
  {
    file: 'src/mechanism/subset-selection.ts',
    tests: ['test/mechanism/subset-selection.test.ts', CONTRACT, ENUMERATION],
    only: 'subset-selection|size|set',
    changes: [
      ['coin(BigInt(size) * odds.numerator', 'coin(odds.numerator'],
      ['randomSet(categories, size - 1, x, rng, [x])', 'randomSet(categories, size, x, rng, [])'],
      ['set.has(index) ? last : index', 'set.has(index) ? 0 : index'],
      ['i + rng.integer(pack.length - i)', 'i'],
      ['    pack[j] = pack[i]\n', ''],
      ['select(included, category, pack[place])', 'select(!included, category, pack[place])'],
      ['Math.max(1, Math.round(categories', 'Math.max(1, Math.floor(categories'],
      ['logBinomialCoefficient(categories - 1, size - 1)', 'logBinomialCoefficient(categories, size)'],
      ['BigInt(rest) * odds.denominator', 'BigInt(categories) * odds.denominator'],
    ],
  },
  {
    file: 'src/mechanism/subset-selection.ts',
    tests: ['test/risk/liar-signs.test.ts', 'test/mechanism/subset-selection.test.ts'],
    changes: [
      ['(members * (members - 1))', '(members * members)'],
      ['gap: (truthIn * (size - 1)) / others - outside', 'gap: (truthIn * size) / others - outside'],
    ],
  },
  {
    file: 'src/mechanism/hadamard.ts',
    tests: ['test/mechanism/hadamard.test.ts', CONTRACT, ENUMERATION],
    only: 'hadamard|row|response|bits',
    changes: [
      ['requireHeld(category, categories) + 1', 'requireHeld(category, categories)'],
      ['Number(!isPlus.toss(rng))', 'Number(isPlus.toss(rng))'],
      ['(row & -row)', '1'],
      ['parity((x + 1) & y) === 0', 'parity((x + 1) & y) === 1'],
      ['log(responseCount / 2)', 'log(responseCount)'],
      ['bits ^= bits >>> 16', 'bits ^= bits >>> 1'],
    ],
  },
  {
    file: 'src/mechanism/unary-bits.ts',
    tests: ['test/mechanism/unary-encoding.test.ts', 'test/mechanism/unary-channel.test.ts', CONTRACT],
    only: 'unary|bit',
    changes: [
      ['bits[own] = Number(truth.toss(rng))', 'bits[own] = Number(other.toss(rng))'],
      ['x === own ? truth : other', 'x === own ? other : truth'],
      ['logOther * (set.length - 1)', 'logOther * set.length'],
      ['gap: outside * gap', 'gap: gap * gap'],
      ['logScale: logNone, logBase: 0', 'logScale: logTruth, logBase: 0'],
      ['const kinds = () => [[0], []]', 'const kinds = () => [[]]'],
    ],
  },
  {
    file: 'src/mechanism/local-hashing.ts',
    tests: ['test/mechanism/local-hashing.test.ts', CONTRACT],
    only: 'hash|bucket|partition',
    changes: [
      ['unrank(y % sets, size)', 'unrank(0, size)'],
      ['(partitions.length * sets * size) / buckets', 'partitions.length * sets * size'],
      ["h * sets + (typeof answer === 'number'", "sets + (typeof answer === 'number'"],
      ['inner.respond(partitions[h][x], rng)', 'inner.respond(partitions[0][x], rng)'],
      ['firstElsewhere(partition) >= 0', 'firstElsewhere(partition) >= 2'],
      ['bucket !== first && bucket !== other', 'bucket !== first'],
      ['-log1p(((buckets - size) / size) * exp(-epsilon))', '-log1p((buckets - size) * exp(-epsilon))'],
    ],
  },
  {
    file: 'src/mechanism/staircase.ts',
    tests: [CONTRACT, ENUMERATION],
    only: 'staircase',
    changes: [
      ['inside / (inside + outside * exp(-epsilon))', 'inside / (inside + outside)'],
      ['select(holdsOwn, one, other)', 'select(holdsOwn, other, one)'],
      ['logBase: holdsRest ? 0 : -epsilon', 'logBase: holdsRest ? -epsilon : 0'],
      ['coin(BigInt(inside) * odds.numerator, BigInt(outside)', 'coin(odds.numerator, BigInt(outside)'],
      ['holds[g][y] === side ? weight : 0', 'holds[g][y] === side ? 1 : 0'],
      ['select(member === category, g, found)', 'select(member === category, 0, found)'],
    ],
  },
  {
    file: 'src/mechanism/whole-channel.ts',
    tests: ['test/mechanism/matrix-channel.test.ts', 'test/mechanism/survey-design.test.ts', CONTRACT],
    only: 'matrix|survey|level|answer|channel',
    changes: [
      ['x === y || other[y] < law[y]', 'other[y] <= law[y]'],
      ['if (weights[y] > weights[place]) place = y', 'if (weights[y] < weights[place]) place = y'],
      ['isBelow(drawn, x * responseCount + y)', 'isBelow(drawn, y)'],
      ['drawIndex(rng, lawOf(x))', 'drawIndex(rng, lawOf(0))'],
      ['counts[y] += split[y]', 'counts[y] = split[y]'],
      ['const kinds = () => [worst as number]', 'const kinds = () => [0]'],
    ],
  },
  {
    file: 'src/mechanism/column.ts',
    tests: [
      'test/mechanism/column.test.ts',
      'test/mechanism/audit.test.ts',
      'test/mechanism/audit-all.test.ts',
    ],
    changes: [
      ['set.find(x => x !== point)', 'set[0]'],
      ['else if (x !== point) return x', 'else return x'],
      ['if (logs[x] < logs[smallest]) smallest = x', 'if (logs[x] > logs[smallest]) smallest = x'],
      ['if (log < bottom)', 'if (log > bottom)'],
      ['logScale: logScale + top', 'logScale'],
      ['logScale: levels.logScale + top', 'logScale: levels.logScale'],
      [
        'if (column.point >= 0) values[column.point] = peak',
        'if (column.point > 0) values[column.point] = peak',
      ],
      ['if (outsider >= 0) attained', 'if (outsider > 0) attained'],
      ['if (set[place] === x) place++', 'if (set[0] === x) place++'],
    ],
  },
  {
    file: 'src/mechanism/own-column.ts',
    tests: ['test/mechanism/own-column.test.ts'],
    changes: [
      ['log <= 0 && Math.abs(value - exp(log)) <= ROUNDING * value', 'log <= 0'],
      ['log <= 0 && Math.abs', 'Math.abs'],
      ['column.categories === categories &&', ''],
      ['column.logScale > ROUNDING', 'column.logScale > 1'],
      ['isSortedSet(Array.from(set), categories) &&', ''],
      ['point < categories &&', ''],
      ['isValueOf(level, logLevel) &&', ''],
      ['isValueOf(peak, logPeak)', 'true'],
      ['Number.isFinite(column.logScale) &&', ''],
      ['list.length === categories', 'list.length >= categories'],
      ['=== -Infinity) refuse', '=== Infinity) refuse'],
    ],
  },
  {
    file: 'src/mechanism/inverse-exp.ts',
    changes: [
      ['(1 + (1 + epsilon) * 2 ** -50)', '1'],
      [' + Number.MIN_VALUE', ''],
      ['if (epsilon === Infinity) return 0', ''],
    ],
  },
  {
    file: 'src/random/thresholds.ts',
    tests: ['test/random/thresholds.test.ts', 'test/mechanism/public-prior-exact.test.ts'],
    changes: [
      ['k < width; k++, at++)', 'k < width && digits[at] > 0; k++, at++)'],
      [
        'const width = 2 * Math.ceil(bitLength(limit) / 32)',
        'const width = 2 * Math.ceil(bitLength(limit - 1n) / 32)',
      ],
      ['- digits[at] - borrow) >>> 31', '- digits[at]) >>> 31'],
      ['while (!isBelow(drawn, values.length))', 'while (false)'],
      ['w === words - 1 ?', 'w === 0 ?'],
      ['rest >>= 32n', 'rest >>= 31n'],
    ],
  },
  {
    file: 'src/mechanism/public-prior-exact.ts',
    tests: ['test/mechanism/public-prior-exact.test.ts', 'test/mechanism/public-prior-draws.test.ts'],
    changes: [
      ['(denominator * reach + scale - 1n) / scale', '(denominator * reach) / scale'],
      ['select(own < proposed, own, proposed)', 'select(own < proposed, proposed, own)'],
      ['select(accepted, proposed, own)', 'select(accepted, own, proposed)'],
      // A comparison that is left out where it would not change the answer.
      ['const accepted = acceptances', 'const accepted = own === proposed || acceptances'],
      ['const accepted = acceptances', 'const accepted = own === ranks - 1 || acceptances'],
      ['cost[i] = cost[i - 1]', 'cost[i] = cost[i - 1] + 1n'],
      ['isBelow(drawn, next), next, last', 'isBelow(drawn, last), next, last'],
      ['const SPARE_BITS = 64', 'const SPARE_BITS = 1'],
    ],
  },
  {
    file: 'src/mechanism/public-prior-kernel.ts',
    only: '^(?!.*(chi|law of))',
    changes: [
      ['if (i > j) return -epsilon', 'if (i < j) return -epsilon'],
      ['fall[j] - fall[i] - epsilon', 'fall[j] - epsilon'],
      ['offDiagonal[i] = inverseExp * a', 'offDiagonal[i] = a'],
      ['Math.min(1, a * q[i])', 'a * q[i] * 0.999999'],
      ['missed < 0.5 ? -log1p(-missed)', 'missed < 0.5 ? missed'],
      ['sorted[n - 2] > 0 ? epsilon : 0', 'sorted[n - 1] > 0 ? epsilon : 0'],
      ['if (u < diagonal[own] || own === n - 1)', 'if (u > diagonal[own] || own === n - 1)'],
      ['(1 - inverseExp) * (q[i] - q[i - 1])', '(1 - inverseExp) * q[i]'],
    ],
  },
  {
    file: 'src/mechanism/combination.ts',
    changes: [
      ['if (k > n) return 0', 'if (k > n) return 1'],
      ['((count % i) * factor) / i', '0'],
      ['countCombinations(set[i], i + 1)', 'countCombinations(set[i], i)'],
      ['remaining -= countCombinations(low, k)', ''],
      ['countCombinations(middle, k) <= remaining', 'countCombinations(middle, k) < remaining'],
    ],
  },
  {
    file: 'src/mechanism/support.ts',
    tests: ['test/mechanism/support.test.ts'],
    changes: [
      ['(meet + (size - meet) * low) / total', '(size * low) / total'],
      ['((size - meet) * -expm1(-epsilon)) / total', '(size * -expm1(-epsilon)) / total'],
      ['meet = (size * (size - 1)) / (points - 1)', 'meet = (size * size) / points'],
      ['logScale - epsilon / 2', 'logScale + epsilon / 2'],
      ['if (point >= 0) return [point]', 'if (point > 0) return [point]'],
    ],
  },
]
