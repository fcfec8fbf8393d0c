import { simulate } from 'adobest'
import { withLimit } from './limit.ts'
import { interleave, ratios, spread, timed } from './pairs.ts'
import { against, figure, type Section, table, withQuartiles } from './report.ts'

const ROUNDS = 5
const EPSILONS = [0.5, 1, 5]
const STRATEGIES = ['auto', 'subset-selection', 'srr']
const SETTINGS = { categories: 20, users: 10_000 }
const RHO = 0.1
/** The most time that a run of `auto` may take, as a multiple of the yardstick's dense run. */
const MOST_OF_LIMIT = 3

/** The strategy `auto`, which weighs many mechanisms, beside two that do not, and the loop in C. */
export const autoSection: Section = {
  name: 'auto',
  title: 'The strategy `auto`',
  async measure() {
    const parts = [
      'Seconds for one run: K = 20, 10,000 people one by one, truth Dirichlet(0.1), with the default sampler and prior, beside the' +
        ` published loop in C (\`limit.c\`, dense), which updates with \`sgld\`. ${ROUNDS} rounds.`,
    ]
    for (const epsilon of EPSILONS) parts.push(...(await measureAt(epsilon)))
    return parts
  },
}

function measureAt(epsilon: number): Promise<string[]> {
  const contenders = STRATEGIES.map(strategy =>
    timed(strategy, round => {
      const setting = { ...SETTINGS, truth: { dirichlet: RHO }, epsilon, seed: round }
      return simulate({ ...setting, strategies: [strategy] }).runs[0].totalVariation
    }),
  )
  return withLimit({ ...SETTINGS, epsilon, rho: RHO }, limit => {
    const all = interleave(limit ? [...contenders, limit] : contenders, ROUNDS)
    const names = limit ? [...STRATEGIES, 'dense'] : STRATEGIES
    return [
      table(
        [`ε = ${epsilon}`, 'processor s', 'elapsed s'],
        names.map(name => [
          name === 'dense' ? 'limit.c, dense' : name,
          withQuartiles(spread(all[name].map(({ cpu }) => cpu))),
          figure(spread(all[name].map(({ elapsed }) => elapsed)).median),
        ]),
      ),
      limit
        ? against(
            `\`auto\` at ε = ${epsilon} against \`limit.c\` dense`,
            ratios(all.auto, all.dense, 'cpu').median,
            MOST_OF_LIMIT,
            'times its processor time',
          )
        : 'There was no C compiler `cc`, so `limit.c` was not measured.',
    ]
  })
}
