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

/** The askers, by the columns of the table. */
const ASKED = {
  people: 'auto, smooth law',
  wave: 'square wave, smooth law',
  descent: 'stochastic descent, best step',
  oracle: 'randomized response at the true quantile',
  best: 'the best of Duchi, PM, HM',
} as const

export function numberQuestionsFinding(): Finding {
  const table = 'numbers/questions.csv'
  const rows = readTable(table)
  const shown = (question: string) => (question === 'mean' ? 'the mean' : 'the median')
  /** The geometric mean over the laws of the numbers of people, relative to another method. */
  const ratio = (question: string, column: keyof typeof ASKED) => {
    const ratios = rows
      .filter(row => row.question === question && row[column] !== '')
      .map(row => Number(row.people) / Number(row[column]))
    return fix(Math.exp(ratios.reduce((sum, value) => sum + Math.log(value) / ratios.length, 0)), 2)
  }
  const median = 'quantile 0.5'
  const [{ runs }] = rows
  return {
    slug: 'number-questions',
    title:
      'A median takes a quarter of the people of the square wave, and a mean as many as protocols made for it',
    short: 'Questions about numbers',
    chart: {
      measure: 'people until the answer is known to ± 1 % of the range',
      points: rows.flatMap(row =>
        Object.entries(ASKED)
          .filter(([column]) => row[column] !== '')
          .map(([column, label]) => ({
            label,
            value: Number(row[column]),
            ...(column === 'people' && { error: Number(row['its error']) }),
            keys: { question: shown(row.question), law: row.law },
          })),
      ),
      filters: [
        { key: 'question', label: 'question', initial: 'the median' },
        { key: 'law', label: 'law', initial: 'age' },
      ],
      ours: [ASKED.people],
      digits: 0,
    },
    text: `Six laws at ε = 1, ${runs} collections each. In the geometric mean over the laws a median takes ${ratio(median, 'wave')} of the people of the square wave with the same posterior, and ${ratio(median, 'descent')} times
      those of stochastic descent with the best step, which nobody knows beforehand. A mean takes ${ratio('mean', 'best')} of
      the people of the best of the protocols made for it.`,
    means:
      'Ask about the quantile that you want: people are then asked where it lies. For a mean alone, protocols made for it need about as many people, and are simpler; they say nothing else of the law.',
    command: 'npx tsx experiments/number-questions.ts --runs 16 --counts adult-numeric.csv',
    tables: [table],
  }
}
