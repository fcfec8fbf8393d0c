import type { Mutants } from '../mutants.ts'

/** Scores, intervals at every look, and changes. */
export const SEQUENCE: readonly Mutants[] = [
  {
    file: 'src/sequence/confidence-sequence.ts',
    tests: ['test/sequence/confidence-sequence.test.ts', 'test/sequence/evidence.test.ts'],
    changes: [
      ['log((2 * (simultaneous', 'log((1 * (simultaneous'],
      ['simultaneous ? categories : 1', '1'],
      ["return end('upper', answers)", "return end('lower', answers)"],
      ["end('lower', answers - begun, before)", "end('lower', answers, before)"],
      ["end('upper', answers - begun, before)", "end('upper', answers - begun)"],
      ['Math.min(1, Math.max(0, value))', 'value'],
      ['answers += count', 'answers += 1'],
    ],
  },
  {
    file: 'src/sequence/mixture.ts',
    tests: [
      'test/sequence/mixture.test.ts',
      'test/sequence/confidence-sequence.test.ts',
      'test/sequence/evidence.test.ts',
    ],
    changes: [
      ['phi[cell] + (position - cell) * (phi[cell + 1] - phi[cell])', 'phi[cell]'],
      ['squares * rate * rate * value', 'squares * rate * value'],
      ['if (position < CELLS - 1) {', 'if (position < CELLS / 2) {'],
      ['Math.max(LEAST_VARIANCE, variance)', 'variance'],
      ['rate / (1 + square(rate / s))', 'rate'],
      ['u -= (excess * total) / slope', 'u -= excess / slope'],
      ['excess > 1e-12', 'excess > 1e-2'],
      [
        'if (sum === Infinity) continue\n    const term = logWeights[j] + rates[j] * u',
        'const term = logWeights[j] + rates[j] * u',
      ],
      ['return top + log(total)', 'return top'],
      ['(-log1p(-u) - u) / square(u)', '-log1p(-u) / square(u)'],
      [
        'logWeights[j] - sum + (before === undefined ? 0 : before[start + j])\n    u',
        'logWeights[j] - sum\n    u',
      ],
    ],
  },
  {
    file: 'src/sequence/band-sums.ts',
    tests: ['test/sequence/confidence-sequence.test.ts', 'test/sequence/evidence.test.ts'],
    changes: [
      ['Math.max(0, sign * (centers[x] - bounds[x]))', '0'],
      ['count * square(deviation)', 'square(deviation)'],
      ['Math.min(1, Math.max(0, sums[x] / answers))', 'sums[x] / answers'],
      ['sums[x] += count * scores[x]', 'sums[x] += scores[x]'],
      ["const sign = this.end === 'lower' ? -1 : 1", "const sign = this.end === 'lower' ? 1 : 1"],
      ['deviation !== 0 || c > 0', 'deviation !== 0'],
      ['sign * (sum - answers * theta)', 'sum - answers * theta'],
      ['(2 * this.penalties[x * RATES + RATES - 1])', '(this.penalties[x * RATES + RATES - 1])'],
    ],
  },
  {
    file: 'src/sequence/scores.ts',
    changes: [
      ['if (!(scores.variance <= MOST_VARIANCE)) scores = boundsOnly(scores)', ''],
      ['if (isRrrr(mechanism)) return rrrrScores(mechanism)', ''],
      ['most: new Float64Array(categories).fill(1)', 'most: new Float64Array(categories)'],
    ],
  },
  {
    file: 'src/sequence/support-scores.ts',
    tests: ['test/sequence/scores.test.ts'],
    changes: [
      ['const high = (1 - q) / gap', 'const high = 1 / gap'],
      ['(q * (1 - q)) / square(gap)', 'q / square(gap)'],
      ['fill(low),\n    most', 'fill(0),\n    most'],
    ],
  },
  {
    file: 'src/sequence/rrrr-scores.ts',
    tests: ['test/sequence/scores.test.ts'],
    changes: [
      ['const MOST_RANGE = 8', 'const MOST_RANGE = 80'],
      [
        '{ inside: -b / inner, outside: -b / inner, self: (1 - b) / inner }',
        '{ inside: -b / inner, outside: 0, self: (1 - b) / inner }',
      ],
      ['inside === 1 || isOutsideIdentified', 'isOutsideIdentified'],
    ],
  },
  {
    file: 'src/sequence/matrix-scores.ts',
    tests: ['test/sequence/scores.test.ts'],
    changes: [
      ['isGood[u] === 1 && sizes[u] === 1))\n  const indexOfKey', 'isGood[u] === 1))\n  const indexOfKey'],
      ['extreme(u, Math.max)', 'extreme(u, Math.min)'],
      ['(value * sizes[u]) / K', 'value / K'],
      ['(total[y] * square(scores[u])) / K', 'square(scores[u]) / K'],
    ],
  },
  {
    file: 'src/sequence/hashing-scores.ts',
    tests: ['test/sequence/scores.test.ts', 'test/risk/liar-weight.test.ts'],
    changes: [
      ['(low - share) / (1 - share)', 'low'],
      ['scores[u] = (inside[u] - share) / (1 - share)', 'scores[u] = inside[u] - share'],
      ['(least - q * total) / gap', 'least / gap'],
      ['Math.max(0, count - taken - zeros)', 'Math.max(0, count - taken)'],
      ['const empty = buckets - sorted.length', 'const empty = 0'],
      ['counts.map(count => count / partitions.length)', 'counts'],
      ['solution.isUnbiased[u] === 1 && sizes[u] === 1', 'solution.isUnbiased[u] === 1'],
      ['growth: 1 / square(1 - share)', 'growth: 1'],
    ],
  },
  {
    file: 'src/sequence/checked-inverse.ts',
    tests: ['test/sequence/scores.test.ts'],
    changes: [
      ['const TOLERANCE = 1e-9', 'const TOLERANCE = 1e9'],
      ['isGood[u] = 0', 'isGood[v] = 0'],
    ],
  },
  {
    file: 'src/sequence/change-detector.ts',
    tests: ['test/sequence/change-detector.test.ts', 'test/sequence/evidence.test.ts'],
    changes: [
      ['log((2 * runLength * categories) / START_EVERY)', 'log((2 * runLength) / START_EVERY)'],
      ['log((2 * runLength * categories) / START_EVERY)', 'log((runLength * categories) / START_EVERY)'],
      ['      begin()\n      return change', '      return change'],
      ['since: begun + since', 'since'],
      ['CLOSE * Math.sqrt(2 * threshold)', '2 * Math.sqrt(2 * threshold)'],
      ['if (best >= 0) moved.push(x)', 'if (best >= 5) moved.push(x)'],
      ['start % apart === 0', 'true'],
      ['logEvidence(x, theta, now, start)', 'logEvidence(x, theta, now)'],
      ['if (first < second) to = other', 'if (first > second) to = other'],
    ],
  },
  {
    file: 'src/sequence/pooled-evidence.ts',
    tests: ['test/sequence/change-detector.test.ts', 'test/sequence/evidence.test.ts'],
    changes: [
      [' - Math.LN2', ''],
      ['Math.max(fall, rise)', 'rise'],
      ['Math.max(above, below) + log1p', 'above + log1p'],
      ['if (count === 0) return\n    above', 'above'],
      ['answers - (before?.answers ?? 0)', 'answers'],
    ],
  },
  {
    file: 'src/sequence/pooled-answers.ts',
    tests: ['test/sequence/confidence-sequence.test.ts', 'test/sequence/pools.test.ts'],
    changes: [
      ['pool.upper.add(this.high, scores.most, count)', 'pool.upper.add(this.high, scores.least, count)'],
    ],
  },
  {
    file: 'src/sequence/change-json.ts',
    tests: ['test/sequence/change-detector.test.ts'],
    changes: [
      [
        'requireInteger(`${name}.at`, at, lastAlarm + 1, answers)',
        'requireInteger(`${name}.at`, at, lastAlarm, answers)',
      ],
      [
        'requireInteger(`${name}.since`, since, lastAlarm, at)',
        'requireInteger(`${name}.since`, since, 0, at)',
      ],
      ['if (value < least[j])', 'if (value < 0)'],
      ['(previous?.answers ?? 0) + 1', '0'],
    ],
  },
  {
    file: 'src/sequence/end-json.ts',
    tests: ['test/sequence/confidence-sequence.test.ts'],
    changes: [
      ['value === null ? Infinity : requireNumber', 'value === null ? 0 : requireNumber'],
      ['value === Infinity ? null : value', 'value'],
      ['`${end}.penalties`, value, { min: 0 })', '`${end}.penalties`, value)'],
      ['|| list.length !== length) refuse', '|| list.length < length) refuse'],
      ['{ min: 1e-300, max: 1e300 }', '{ min: 0, max: 1e300 }'],
    ],
  },
]
