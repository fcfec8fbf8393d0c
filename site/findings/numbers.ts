import { readTable } from '../build/table.ts'
import { type Finding, fix } from './finding.ts'

/** The columns of the table that the chart shows. */
const WAYS = { W1: 'arcs, smooth law', 'W1 EMS': 'square wave, EMS', 'W1 EM': 'square wave, EM' } as const

export function numbersFinding(): Finding {
  const table = 'numbers/distances.csv'
  const rows = readTable(table)
  /** The geometric mean of a column of ratios over the laws. */
  const mean = (column: string, epsilon: string) => {
    const ratios = rows.filter(row => row.epsilon === epsilon).map(row => Number(row[column]))
    return fix(Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio) / ratios.length, 0)), 2)
  }
  const [{ runs }] = rows
  return {
    slug: 'numbers',
    title:
      'Arcs with a smooth law estimate numbers at least as well as the square wave, except where many hold one value',
    short: 'Numbers',
    chart: {
      measure: 'mean Wasserstein distance to the people’s own distribution, in ranges',
      points: rows.flatMap(row =>
        Object.entries(WAYS).map(([column, label]) => ({
          label,
          value: Number(row[column]),
          keys: { law: row.law, epsilon: row.epsilon },
        })),
      ),
      filters: [
        { key: 'law', label: 'law', initial: 'age' },
        { key: 'epsilon', label: 'ε =', initial: '1' },
      ],
      ours: [WAYS.W1],
      digits: 4,
    },
    text: `Six laws of numbers, 10,000 people, ${runs} paired runs. In the geometric mean over the laws, the distance is ${mean('ratio', '1')} times that of the square wave
      with EMS at ε = 1, and ${mean('ratio', '0.5')} times at ε = 0.5. The square wave takes for granted that nobody is outside of the range; given that, ours is at
      ${mean('ratio inside', '1')} and ${mean('ratio inside', '0.5')}. Hours of work, where almost half of the people hold one and the same number, are no law that is smooth.`,
    means:
      'For a number, state its range and its bins. Where many people hold exactly the same value, bands are approximate, and a warning says so.',
    command: 'npx tsx experiments/numbers.ts --runs 20 --epsilons 1,0.5 --counts adult-numeric.csv',
    tables: [table],
  }
}
