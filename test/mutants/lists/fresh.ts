import type { Mutants } from '../mutants.ts'

const CONTRACT = 'test/mechanism/contract.test.ts'
const BLOCK_DESIGN = 'test/mechanism/block-design/block-design.test.ts'
const RECORDS = 'test/loop/several-questions.test.ts'
const SEQUENCE_SAMPLER = 'test/posterior/samplers/sequence/sequence.test.ts'

const OF_RRRR = 'rrrr|RRRR|^(?!hadamard|srr|subset|unary|local|block|public|stair|matrix|survey)'

/** Slips that were chosen without a look at the tests, from mechanisms to goals. */
export const FRESH: readonly Mutants[] = [
  {
    file: 'src/rrrr/rrrr-draws.ts',
    tests: ['test/rrrr/rrrr.test.ts', CONTRACT],
    only: OF_RRRR,
    changes: [
      ['outside[anotherThan(rank[x], rng.integer(rest - 1))]\n', 'outside[rng.integer(rest - 1)]\n'],
      ['people[x] - moved, Math.min(1, outer)', 'people[x], Math.min(1, outer)'],
    ],
  },
  {
    file: 'src/rrrr/rrrr-design.ts',
    tests: ['test/rrrr/rrrr.test.ts', 'test/mechanism/certificate.test.ts', CONTRACT],
    only: OF_RRRR,
    changes: [['${size} ${epsilon} ${epsilon1}', '${size} ${epsilon}']],
  },
  {
    file: 'src/rrrr/levels.ts',
    tests: ['test/rrrr/levels.test.ts', 'test/rrrr/rrrr.test.ts'],
    changes: [['logOneIn(rest, epsilon2)', 'logOneIn(rest, epsilon)']],
  },
  {
    file: 'src/mechanism/shift-column.ts',
    tests: [BLOCK_DESIGN],
    changes: [['(places[x] - by + points)', '(places[x] + by)']],
  },
  {
    file: 'src/mechanism/block-design/block-design.ts',
    changes: [['(point - table.draw', '(point + table.draw']],
  },
  {
    file: 'src/mechanism/block-design/choose-parameters.ts',
    tests: [BLOCK_DESIGN],
    changes: [['(1 - (inside - 1) / (K - 1))', '(1 - inside / K)']],
  },
  {
    file: 'src/mechanism/block-design/decode-counts.ts',
    changes: [['theta[x] / size - support!.outside', 'theta[x] / size']],
  },
  {
    file: 'src/mechanism/block-design/galois-field.ts',
    tests: ['test/mechanism/block-design/difference-set.test.ts'],
    changes: [['log - order + 1', 'log - order']],
  },
  {
    file: 'src/mechanism/pattern-sums.ts',
    tests: ['test/mechanism/block-design/decode-counts.test.ts', BLOCK_DESIGN],
    changes: [['v + span - 2', 'v - 2']],
  },
  {
    file: 'src/mechanism/survey-law.ts',
    tests: ['test/mechanism/survey-design.test.ts'],
    changes: [['? [all - innocuous, innocuous]', '? [innocuous, all - innocuous]']],
  },
  {
    file: 'src/loop/respondent.ts',
    tests: ['test/loop/respondent.test.ts', 'test/loop/budget.test.ts'],
    changes: [['{ above: 0, max: Infinity }', '{ min: 0, max: Infinity }']],
  },
  {
    file: 'src/loop/estimator.ts',
    changes: [['      if (answers.size === 0) return\n', '']],
  },
  {
    file: 'src/loop/made-requests.ts',
    tests: ['test/loop/estimator.test.ts'],
    changes: [['for (let c = 0; c < answers.distinct; c++)', 'for (let c = 1; c < answers.distinct; c++)']],
  },
  {
    file: 'src/loop/engine.ts',
    tests: ['test/loop/engine.test.ts', 'test/loop/estimator.test.ts'],
    changes: [['this.pending.answers += size', 'this.pending.answers = size']],
  },
  {
    file: 'src/loop/followers.ts',
    tests: ['test/loop/followers.test.ts', 'test/loop/robust.test.ts', 'test/loop/changes.test.ts'],
    changes: [
      [
        "probit((1 + requireNumber('level', level, LEVEL_RANGE)) / 2)",
        "probit(requireNumber('level', level, LEVEL_RANGE))",
      ],
      ['size === 1 ?', 'answers.length === 1 ?'],
    ],
  },
  {
    file: 'src/loop/collection.ts',
    tests: [RECORDS],
    changes: [['afterAnswer(people, view === outstanding)', 'afterAnswer(people, true)']],
  },
  {
    file: 'src/posterior/chains/work.ts',
    tests: [RECORDS],
    changes: [['(place + share) / parts', 'share / parts']],
  },
  {
    file: 'src/loop/view-order.ts',
    changes: [
      ['const round = Math.floor(turn / views)', 'const round = turn'],
      ['if (round !== drawn)', 'if (true)'],
    ],
  },
  {
    file: 'src/loop/memory/fading.ts',
    tests: ['test/loop/memory/half-life.test.ts'],
    changes: [
      ['(this.unit * (2 - forgotten * this.size)) / (2 - forgotten)', 'this.unit'],
      ['2 - forgotten * this.size', '2 + forgotten * this.size'],
    ],
  },
  {
    file: 'src/regression/categorical-family.ts',
    tests: ['test/regression/refusals.test.ts'],
    changes: [
      ['pivot > least && ', ''],
      [' && Math.abs(z[j]) <= FLAT_BOUND', ''],
    ],
  },
  {
    file: 'src/loop/collection.ts',
    tests: ['test/loop/groups.test.ts'],
    changes: [["? [] : ['group', group]", "? [] : ['group']"]],
  },
  {
    file: 'src/risk/score-moments.ts',
    tests: ['test/risk/liar-signs.test.ts', 'test/risk/below-zero.test.ts'],
    changes: [['square(sum) / n)', 'square(sum))']],
  },
  {
    file: 'src/risk/repeated-answers.ts',
    tests: ['test/risk/liar-signs.test.ts'],
    changes: [['log(mechanism.responseCount)', 'log(mechanism.categories)']],
  },
  {
    file: 'src/risk/liar-signs.ts',
    changes: [['signs[name].pValue / SHARES[name]', 'signs[name].pValue * SHARES[name]']],
  },
  {
    file: 'src/risk/score-covariance.ts',
    tests: ['test/risk/liar-signs.test.ts', 'test/risk/below-zero.test.ts'],
    changes: [['scale * own * (1 - own)', 'scale * own']],
  },
  {
    file: 'src/risk/listed-figures.ts',
    tests: ['test/catalogue/report-risk.test.ts'],
    changes: [['[Math.floor(worst / K), worst % K]', '[worst % K, Math.floor(worst / K)]']],
  },
  {
    file: 'src/sequence/pools.ts',
    changes: [['Math.abs(log(pool.variance / variance))', 'log(pool.variance / variance)']],
  },
  {
    file: 'src/sequence/pooled-evidence.ts',
    tests: ['test/sequence/change-detector.test.ts', 'test/sequence/evidence.test.ts'],
    changes: [['weights[i] * weights[i] * lower', 'weights[i] * lower']],
  },
  {
    file: 'src/sequence/rrrr-scores.ts',
    tests: ['test/sequence/scores.test.ts'],
    changes: [['-alpha * ad - a * slope', '-alpha * ad - b * slope']],
  },
  {
    file: 'src/sequence/change-detector.ts',
    tests: ['test/sequence/change-detector.test.ts', 'test/sequence/evidence.test.ts'],
    changes: [['Math.floor(count / step) > Math.floor(previous / step)', 'count % step === 0']],
  },
  {
    file: 'src/sequence/matrix-scores.ts',
    tests: ['test/sequence/scores.test.ts'],
    changes: [['<= ALIKE * row[x]', '< ALIKE * row[x]']],
  },
  {
    file: 'src/posterior/samplers/auto-sampler.ts',
    changes: [['ENOUGH_COLUMNS * (1 + PRICE_OF_ERROR * error)', 'ENOUGH_COLUMNS * PRICE_OF_ERROR * error']],
  },
  {
    file: 'src/posterior/samplers/expanded-draws.ts',
    changes: [['theta[x] / (TUNING - DROPPED)', 'theta[x] / TUNING']],
  },
  {
    file: 'src/posterior/samplers/hmc/hmc.ts',
    tests: ['test/posterior/samplers/hmc/hmc.test.ts', 'test/posterior/samplers/fractional-counts.test.ts'],
    changes: [
      ['learnt.taken >= LEAST_TAKEN', 'learnt.taken < LEAST_TAKEN'],
      [' || learnt.made <= RENEWALS[0]', ''],
      ['state.z[x] - scale', 'state.z[x]'],
    ],
  },
  {
    file: 'src/posterior/samplers/sequence/sequence.ts',
    tests: [SEQUENCE_SAMPLER, 'test/posterior/samplers/sequence/resumed.test.ts'],
    changes: [
      ['Math.min(fraction, 1 / count)', '1 / count'],
      ['while (due < made)', 'while (due <= made)'],
    ],
  },
  {
    file: 'src/posterior/hierarchical/collapsed-moves.ts',
    changes: [['sizes.length * logGamma(alpha)', 'logGamma(alpha)']],
  },
  {
    file: 'src/posterior/hierarchical/pooled-target.ts',
    changes: [['(this.K - 1)', 'this.K']],
  },
  {
    file: 'src/posterior/hierarchical/quantile-moves.ts',
    changes: [['G * (logGamma(rho) + log(shape * power))', '(logGamma(rho) + log(shape * power))']],
  },
  {
    file: 'src/posterior/hierarchical/restaurant-tables.ts',
    changes: [['(a + i) < a + first', '(a + i) < a']],
  },
  {
    // Without the Jacobian of what is held.
    file: 'src/posterior/joint/interweave.ts',
    changes: [
      ['- count * sd * value - (squares', '- (squares'],
      ['- count * log(value) -', '-'],
    ],
  },
  {
    file: 'src/posterior/joint/joint-law.ts',
    changes: [['basis.columns * HYPER_SD * z[this.scale + j]', 'HYPER_SD * z[this.scale + j]']],
  },
  {
    file: 'src/posterior/joint/group-shares.ts',
    tests: ['test/posterior/joint/joint-law.test.ts'],
    changes: [['(numbers[at.byWeights + h] - mean)', 'numbers[at.byWeights + h]']],
  },
  {
    file: 'src/posterior/joint/table-beliefs.ts',
    tests: [RECORDS, 'test/loop/pooled-tables.test.ts'],
    changes: [
      ['rakeRecords(sample, domain.sizes, this.meanTables())', 'new Float64Array(SAMPLE).fill(1)'],
      ['let next = group * this.cells', 'let next = 0'],
    ],
  },
  {
    file: 'src/posterior/joint/rake-records.ts',
    changes: [['shares[x] / reached / sums[x]', 'shares[x] / sums[x]']],
  },
  {
    file: 'src/domain/domain.ts',
    tests: ['test/domain/domain.test.ts', 'test/domain/whole-record.test.ts'],
    changes: [
      ['for (let i = questions.length - 1; i >= 0; i--) {', 'for (let i = 0; i < questions.length; i++) {'],
      [
        'Object.keys(fields).length === Object.keys(this.given).length',
        'Object.keys(fields).length >= Object.keys(this.given).length',
      ],
    ],
  },
  {
    file: 'src/domain/ordered.ts',
    changes: [['edges[i + 1] <= value', 'edges[i + 1] < value']],
  },
  {
    file: 'src/domain/wasserstein.ts',
    changes: [['left * right >= 0', 'left * right <= 0']],
  },
  {
    file: 'src/query/of-query.ts',
    changes: [['return isUp ? 1 - below : below', 'return isUp ? below : below']],
  },
  {
    file: 'src/loop/goal/choice.ts',
    tests: ['test/loop/goal/verdict.test.ts'],
    changes: [
      ['by > 0 ? (1 + confidence) / 2 : confidence', 'confidence'],
      [
        "if (answer === 'tie') return Math.abs(lead) <= by",
        "if (answer === 'tie') return Math.abs(lead) <= 0",
      ],
    ],
  },
  {
    file: 'src/loop/goal/verdict.ts',
    changes: [
      ['isSure(oddsShown, confidence) && evidence.alone(answer)', 'isSure(oddsShown, confidence)'],
      ['share - Math.sqrt((share * (1 - share)) / worth), 1 - 1 / worth', 'share, 1 - 1 / worth'],
    ],
  },
]
