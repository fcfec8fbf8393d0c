import { simulate } from 'adobest'
import { interleave, ratios, spread, timed } from './pairs.ts'
import { figure, type Section, table, withQuartiles } from './report.ts'

const ROUNDS = 3
const STRATEGIES = ['auto', 'subset-selection', 'fisher', 'srr']

/** The strategy `auto`, which weighs many mechanisms, beside some that need not. */
export const autoSection: Section = {
  name: 'auto',
  title: 'The strategy `auto`',
  measure() {
    const all = interleave(
      STRATEGIES.map(strategy =>
        timed(strategy, round => {
          const { runs } = simulate({
            categories: 20,
            truth: { dirichlet: 0.1 },
            users: 10_000,
            strategies: [strategy],
            epsilon: 1,
            seed: round,
          })
          return runs[0].totalVariation
        }),
      ),
      ROUNDS,
    )
    const toSubsets = ratios(all.auto, all['subset-selection'], 'cpu')
    const toFisher = ratios(all.auto, all.fisher, 'cpu')
    return [
      'Seconds for one run: K = 20, 10,000 people one by one, ε = 1, truth Dirichlet(0.1), sampler and prior by default' +
        ` (\`hmc\`, learned). ${ROUNDS} rounds.`,
      table(
        ['strategy', 'processor s', 'elapsed s'],
        STRATEGIES.map(name => [
          name,
          withQuartiles(spread(all[name].map(({ cpu }) => cpu))),
          figure(spread(all[name].map(({ elapsed }) => elapsed)).median),
        ]),
      ),
      `A run of \`auto\` takes ${figure(toSubsets.median)} times as long as one of \`subset-selection\` and` +
        ` ${figure(toFisher.median)} times as long as one of \`fisher\`; there is no target.`,
    ]
  },
}
