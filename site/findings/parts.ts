import { numberOf, readTable } from '../build/table.ts'
import { type Finding, fix, people, percent } from './finding.ts'

/** The columns of the table of groups that the chart shows. */
const WAYS = { pooled: 'pooled groups', separate: 'each group alone', 'as one': 'all as one' } as const

export function groupsFinding(): Finding {
  const [distances, coverage, goals] = ['adult', 'coverage', 'goals'].map(name => `groups/${name}.csv`)
  const rows = readTable(distances)
  const ratio = (epsilon: number) =>
    `${fix(numberOf(rows, { epsilon }, 'ratio'), 2)} ± ${fix(numberOf(rows, { epsilon }, 'its error'), 2)}`
  const held = readTable(coverage).map(row => Number(row['cells held']))
  const questions = readTable(goals)
  const apart = (column: string) => numberOf(questions, { difference: 0.2 }, column)
  const alike = (column: string) => numberOf(questions, { difference: 0 }, column)
  const [{ seeds }] = rows
  return {
    slug: 'groups',
    title: 'Groups that borrow from each other are nearer to the truth, most where answers say least',
    short: 'Groups',
    chart: {
      measure: 'total variation distance to the truth, mean over 16 groups',
      points: rows.flatMap(row =>
        Object.entries(WAYS).map(([column, label]) => ({
          label,
          value: Number(row[column]),
          keys: { epsilon: row.epsilon },
        })),
      ),
      filters: [{ key: 'epsilon', label: 'ε =', initial: '0.5' }],
      ours: [WAYS.pooled],
      digits: 3,
    },
    text: `Marital status by education, 10,000 people, ${seeds} seeds. Pooled estimates are at ${ratio(0.5)} of the distance of each group's own at ε = 0.5, and at ${ratio(4)} at ε = 4.
      Over truths from their prior, ${percent(Math.min(...held))} to ${percent(Math.max(...held))} of the 95 % intervals hold. A difference is not settled sooner:
      at one of .2 it takes ${people(apart('people pooled'))} people, and ${people(apart('people separate'))} without pooling. Where the two are alike,
      ${percent(alike('wrong pooled'))} of the pooled decisions are wrong, and ${percent(alike('wrong separate'))} of the others.`,
    means:
      'Where a region or an age band is public, give it as a group: estimates of small groups gain most. Intervals of groups of at most 50 people are too narrow if they differ from the others, and a warning names them.',
    command: 'npx tsx experiments/groups.ts --seeds 8',
    tables: [distances, coverage, goals],
  }
}

/** The columns of the table of records that the chart shows. */
const TABLES = {
  tables: 'the joint law, all answers together',
  'tables, CALM': 'CALM, the better oracle',
  'tables, CALM by OUE': 'CALM by unary encoding',
} as const

export function tablesFinding(): Finding {
  const table = 'tables/joint.csv'
  const all = readTable(table)
  const columns = 'education marital_status sex income'
  const own = all.filter(row => row.columns === columns)
  const levels = [...new Set(own.map(({ epsilon }) => epsilon))]
  const meansOf = (column: string, rows = own) =>
    levels.map(level => {
      const values = rows.filter(({ epsilon }) => epsilon === level).map(row => Number(row[column]))
      return values.reduce((sum, value) => sum + value, 0) / values.length
    })
  const [ratios, held, v] = ['ratio', 'cells held', 'ratio of V'].map(column => meansOf(column))
  const others = meansOf(
    'cells held',
    all.filter(row => row.columns !== columns),
  )
  const seeds = new Set(own.map(({ seed }) => seed)).size
  return {
    slug: 'tables',
    title: 'Tables of several questions are nearer when all answers are estimated together',
    short: 'Tables',
    chart: {
      measure: 'total variation distance to the truth, mean over six tables of two columns',
      points: Object.entries(TABLES).flatMap(([column, label]) =>
        meansOf(column).map((value, i) => ({ label, value, keys: { epsilon: levels[i] } })),
      ),
      filters: [{ key: 'epsilon', label: 'ε =', initial: '1' }],
      ours: [TABLES.tables],
      digits: 3,
    },
    text: `Four columns of the Adult data, 10,000 people, each asked about two of them; ${seeds} seed${seeds === 1 ? '' : 's'}. The joint law is at ${fix(Math.min(...ratios), 2)} to
      ${fix(Math.max(...ratios), 2)} of CALM's distance, the error of Cramér's V at ${fix(Math.min(...v), 2)} to ${fix(Math.max(...v), 2)}. Of its 95 % intervals of cells ${percent(Math.min(...held))} to ${percent(Math.max(...held))} hold, and ${percent(Math.min(...others))} to ${percent(Math.max(...others))} of
      other columns and other data, by which no constant was chosen; CALM has none.`,
    means:
      'Ask each person about one pair, and let all answers speak together. Estimates warn where chains have not mixed.',
    command: 'npx tsx experiments/tables.ts --levels 0.5,1,2,4 --seeds 4',
    tables: [table],
  }
}

/** The questions to `power` in the table of plans, in the words of the chart. */
const QUESTIONS: Readonly<Record<string, string>> = {
  within: 'one category to ±.03',
  above: 'a threshold',
  compare: 'two compared',
  top1: 'the first',
}

export function plansFinding(): Finding {
  const [means, parts, replays] = ['means', 'parts', 'replays'].map(name => `planning/${name}.csv`)
  const rows = readTable(means)
  const settled = readTable(replays).map(row => Number(row.settled))
  const inRange = settled.filter(share => share >= 0.92 && share <= 0.98).length
  const offs = readTable(parts).map(row => Math.abs(Number(row.off)))
  return {
    slug: 'plans',
    title: 'How many people a question takes can be said before anybody is asked',
    short: 'Plans',
    chart: {
      measure: 'mean number of people until the question is settled',
      points: rows.flatMap(row => [
        { label: 'planned', value: Number(row.predicted), keys: keysOf(row) },
        { label: 'taken', value: Number(row.measured), keys: keysOf(row) },
      ]),
      filters: [
        { key: 'question', label: 'question', initial: QUESTIONS.within },
        { key: 'truth', label: 'truth', initial: 'Dirichlet(1), K = 20' },
        { key: 'epsilon', label: 'ε =', initial: '1' },
      ],
      ours: ['planned'],
      digits: 0,
    },
    text: `\`power\` plays a collection in a normal approximation, in less than a second. Where it says that so many people settle a question in 95 % of collections, ${inRange} of ${settled.length}
      settings that it had not met were settled in 92 to 98 % of 1,000 collections. Plans for numbers, groups and tables are off by ${percent(Math.min(...offs))} to ${percent(Math.max(...offs))}
      in means of 40 collections. A comparison's mean rests on the few truths in which two frequencies hardly differ: there the plan is far too high.`,
    means:
      'Plan before you ask, with the shares of an earlier study or the hardest case that still matters, and keep a reserve for means and medians of numbers.',
    command: 'npx tsx experiments/planned-people.ts --runs 100 --replays 1000',
    tables: [means, replays, parts],
  }
}

function keysOf(row: Readonly<Record<string, string>>) {
  return {
    question: QUESTIONS[row.goal],
    truth: `${row.truth.replace(/dirichlet:(.*)/, 'Dirichlet($1)')}, K = ${row.K}`,
    epsilon: row.epsilon,
  }
}
