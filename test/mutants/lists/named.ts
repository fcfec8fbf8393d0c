import type { Mutants } from '../mutants.ts'

/** Mutants of other places that once lived through all tests. */
export const NAMED: readonly Mutants[] = [
  {
    file: 'src/posterior/moves/nuts.ts',
    changes: [
      ['grown.logWeight - total)', 'grown.logWeight)'],
      ['second.logWeight - tree.logWeight', 'second.logWeight'],
      ['if (turned) break', ''],
      ['Math.min(1, exp(-error))', 'exp(-error)'],
      ['error < DIVERGENCE', 'error < Infinity'],
      ['depth === doublings', 'depth === doublings - 1'],
      ['steps + Number(!known)', 'steps'],
      ['course === this.course && ', ''],
      [' && areEqual(z, whole.proposal.z)', ''],
    ],
  },
  {
    file: 'src/loop/memory/learned.ts',
    tests: ['test/loop/memory/memory.test.ts', 'test/loop/memory/learned.test.ts'],
    changes: [
      ['total / (taken + total + 1)', 'total / (taken + total + 10)'],
      ['(1 - alpha) * exp', 'exp'],
      ['count * log(Math.max', 'log(Math.max'],
      ['alpha * shared[m]', 'alpha / logs.length'],
      ['if (scores.isIdentified[x] === 0) continue', ''],
      ['weight: weight / covered', 'weight'],
    ],
  },
  {
    file: 'src/query/answer.ts',
    changes: [
      ['return least >= most - by', 'return least > most - by'],
      ['return Math.abs(lead) < by', 'return Math.abs(lead) <= by'],
      ['<= goal.within', '< goal.within'],
      ['> goal.above', '>= goal.above'],
      ['return found === 0 ? lead > 0 : lead < 0', 'return found === 0 ? lead > 0 : lead <= 0'],
    ],
  },
  {
    file: 'src/design/expected-distance.ts',
    changes: [
      ['HALF_MEAN_ABSOLUTE = Math.sqrt(1 / (2 * Math.PI))', 'HALF_MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI)'],
      ['let sum = 0\n', 'let sum = 1\n'],
      ['1 - ownVariance / sum', '1'],
      ['square(theta) * information + PRIOR_PRECISION', 'square(theta) * information'],
      ['square(theta) / (square', 'theta / (square'],
      ['const PRIOR_PRECISION = 0.5', 'const PRIOR_PRECISION = 1'],
    ],
  },
  {
    file: 'src/design/candidate.ts',
    tests: ['test/design/candidate.test.ts', 'test/design/choose-design.test.ts'],
    changes: [
      ['(1 - t) / h + (excess * variance) / (h * h * h)', '(1 - t) / h'],
      ['((1 - density) / density) * odds', 'odds'],
      ['squares -= theta[z] * theta[z]', ''],
      ['mass -= theta[z]', ''],
      ['const spread = meet * (1 - meet)', 'const spread = meet'],
      ['Math.max(0, mass - theta[x])', 'mass'],
      ['isIn ? meet : 1 - meet', 'isIn ? 1 - meet : meet'],
      ['const HASHING_HANDICAP = 0.07', 'const HASHING_HANDICAP = 0.02'],
    ],
  },
  {
    file: 'src/pooling/optimal-threshold.ts',
    tests: ['test/pooling/personalized-threshold.test.ts', 'test/pooling/optimal-threshold.test.ts'],
    changes: [
      ['const POINTS_PER_FOLD = 8', 'const POINTS_PER_FOLD = 1'],
      ['if (variance < least) {', 'if (variance > least) {'],
      ['    consider(levels[i])\n', ''],
      ['if (wasFalling && !falling)', 'if (!wasFalling && falling)'],
    ],
  },
  {
    file: 'src/utility/scan.ts',
    changes: [
      ['const TIE = 1e-12', 'const TIE = 0'],
      ['const TIE = 1e-12', 'const TIE = 1e-6'],
      ['values[k] > values[best] + (margin < Infinity ? margin : 0)', 'values[k] > values[best] + margin'],
      ['if (bad >= 0) {', 'if (bad > 0) {'],
      ['sorted.order.subarray(0, k)', 'sorted.order.subarray(1, k + 1)'],
    ],
  },
  {
    file: 'src/sweep/store.ts',
    changes: [
      ['PARTITION BY name ORDER BY seconds,', 'PARTITION BY name ORDER BY seconds DESC,'],
      ['HAVING count(*) > 1', 'HAVING count(*) > 2'],
      ['ANTI JOIN again', 'SEMI JOIN again'],
      ['return part.endsWith(`-${await checksumOf(part)}.parquet`)', 'return true'],
    ],
  },
  {
    file: 'src/sweep/require-row.ts',
    tests: [
      'test/sweep/require-row.test.ts',
      'test/sweep/group-plans.test.ts',
      'test/sweep/record-plans.test.ts',
      'test/sweep/goals.test.ts',
      'test/sweep/stream-plans.test.ts',
    ],
    only: 'refused|recorded runs',
    changes: [
      ['const ROUNDING = 1e-9', 'const ROUNDING = 1e-6'],
      ['given !== expected', 'false'],
      ['!isWithin(row.auditedEpsilon, epsilon)', 'false'],
      ['isSettled ? 1 : users', '1'],
      ['if (by && people !== answers)', 'if (false)'],
      ['measureNames.length !== names.length', 'false'],
      ['max: 1 + ROUNDING })\n  }\n}\n\nfunction requireNear', 'max: 2 })\n  }\n}\n\nfunction requireNear'],
      ["cramersV!.truth, expected, 'that", "expected, expected, 'that"],
    ],
  },
  {
    file: 'src/sweep/laws.ts',
    changes: [
      ['totalVariation(separate.estimate, truth)', 'totalVariation(truth, truth)'],
      ['Math.abs(v.mean - v.truth)', 'v.mean - v.truth'],
      ['lower[x] <= value && value <= upper[x]', 'value <= upper[x]'],
      ['lower[x] <= value && value <= upper[x]', 'lower[x] <= value && value < upper[x]'],
    ],
  },
  {
    file: 'src/sweep/manifest.ts',
    changes: [['if (versions === undefined || format === FORMAT) return', 'return']],
  },
]
