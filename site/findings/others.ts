import { numberOf, readTable } from '../build/table.ts'
import { type Finding, fix, people, percent } from './finding.ts'

const QUESTIONS: Readonly<Record<string, string>> = {
  within: 'one category to ±0.03',
  above: 'a threshold',
  compare: 'which of two',
  top1: 'the first',
  top3: 'the first three',
}

export function questionsFinding(): Finding {
  const table = 'goals/people.csv'
  const rows = readTable(table)
  const at = (column: string) =>
    numberOf(rows, { goal: 'within', truth: 'dirichlet:1', K: 20, epsilon: 1 }, column)
  const three = numberOf(rows, { goal: 'top3', truth: 'dirichlet:0.1', K: 20, epsilon: 1 }, 'ratio auto')
  const threeError = numberOf(
    rows,
    { goal: 'top3', truth: 'dirichlet:0.1', K: 20, epsilon: 1 },
    'its error auto',
  )
  const strategies = ['auto', 'oracle', 'subset-selection', 'srr']
  return {
    slug: 'questions',
    title: 'A single question needs about a third of the people, because only that is asked about',
    short: 'Questions that stop',
    chart: {
      measure: 'mean number of people until the question is settled',
      points: rows.flatMap(row =>
        strategies
          .filter(strategy => Number(row[`people ${strategy}`]) > 0)
          .map(label => ({
            label,
            value: Number(row[`people ${label}`]),
            keys: {
              goal: QUESTIONS[row.goal],
              truth: `${row.truth.replace(/dirichlet:(.*)/, 'Dirichlet($1)')}, K = ${row.K}`,
              epsilon: row.epsilon,
            },
          })),
      ),
      filters: [
        { key: 'goal', label: 'question', initial: QUESTIONS.within },
        { key: 'truth', label: 'truth', initial: 'Dirichlet(1), K = 20' },
        { key: 'epsilon', label: 'ε =', initial: '1' },
      ],
      ours: ['auto'],
      digits: 0,
    },
    text: `How frequent is this category, to ±3 points? At K = 20 and ε = 1 \`auto\` needs ${people(at('people auto'))} people on average, subset selection
      ${people(at('people subset-selection'))}: ${percent(at('ratio auto'))} of them. The oracle, which knows the truth when it chooses, needs ${people(at('people oracle'))}.
      Where all categories contend there is little to save: for the first three of a sparse truth the ratio is ${fix(three, 2)} ± ${fix(threeError, 2)}.`,
    means:
      'If a decision hangs on one question, state it as a goal. A collection that asked about one category knows nothing about the others.',
    command:
      'npx tsx experiments/goals.ts --runs 100 --truths 1,0.1 --strategies auto,subset-selection,oracle',
    tables: [table],
  }
}

export function liarsFinding(): Finding {
  const table = 'liars/attacks.csv'
  const rows = readTable(table)
  const at = (design: string, column: string) =>
    numberOf(rows, { attack: 'single target', share: 0.05, design }, column)
  return {
    slug: 'liars',
    title:
      'People who skip the randomization do most harm under randomized response; sets are the best defence',
    short: 'Liars',
    chart: {
      measure: 'bias of the estimate of the category that liars push',
      points: rows.map(row => ({
        label: row.design,
        value: Number(row['bias of the target']),
        error: Number(row['standard error of bias of the target']),
        keys: { attack: row.attack, share: percent(Number(row.share)) },
      })),
      filters: [
        { key: 'attack', label: 'attack', initial: 'single target' },
        { key: 'share', label: 'liars', initial: '5 %' },
      ],
      ours: ['auto (robust)', 'subset-selection'],
      digits: 3,
    },
    text: `If 5 % of 10,000 people send what speaks for one category, its estimate rises by ${fix(at('srr', 'bias of the target'), 2)} under randomized response and by
      ${fix(at('subset-selection', 'bias of the target'), 2)} under subset selection (20 categories, ε = 1, eight paired runs). The posterior’s 95 % intervals then hold
      ${percent(at('subset-selection', 'coverage'))} of the frequencies under subset selection; robust intervals hold ${percent(at('subset-selection', 'robust coverage'))}, and are
      ${fix(at('subset-selection', 'robust width') / at('subset-selection', 'width'), 1)} times as wide.`,
    means:
      'Where people may lie, set `robust: { share }`, and run `detectLiars` over the answers before you trust them.',
    command: 'npx tsx experiments/liars.ts',
    tables: [table, 'liars/detected.csv'],
  }
}

export function everyLookFinding(): Finding {
  const table = 'streams/misses.csv'
  const rows = readTable(table)
  const at = (column: string) => numberOf(rows, { strategy: 'srr', truth: 'constant' }, column)
  const WAYS = {
    anytime: 'at every look',
    fixedTime: 'for one look',
    normalMixture: 'normal mixture',
  } as const
  return {
    slug: 'every-look',
    title:
      'An interval for one look fools nearly everybody who keeps looking; a confidence sequence does not',
    short: 'Intervals at every look',
    chart: {
      measure: 'share of intervals that missed the truth at some of 1,000 looks',
      points: rows.flatMap(row =>
        Object.entries(WAYS).map(([column, label]) => ({
          label,
          value: Number(row[column]),
          keys: { strategy: row.strategy, truth: row.truth },
        })),
      ),
      filters: [
        { key: 'strategy', label: 'answers by', initial: 'srr' },
        { key: 'truth', label: 'truth', initial: 'constant' },
      ],
      ours: ['at every look'],
      digits: 3,
    },
    text: `200 streams of 2,000 answers, eight categories, ε = 1. Under randomized response ${percent(at('fixedTime'))} of the usual 95 % intervals missed the truth at one of their looks;
      of those by \`confidenceSequence\` ${fix(100 * at('anytime'), 1)} % did, where 5 % are allowed. They hold while the truth swaps or walks, too.`,
    means:
      'If somebody watches a dashboard, use `anytime: true`. It costs width: about 1.7 times that of an interval for one look.',
    command: 'npx tsx experiments/streams.ts',
    tables: [table, 'streams/widths.csv'],
  }
}

export function memoryFinding(): Finding {
  const table = 'streams/memories.csv'
  const rows = readTable(table)
  const at = (memory: string) => fix(numberOf(rows, { strategy: 'srr', truth: 'walk', memory }, 'error'))
  return {
    slug: 'memory',
    title: 'A memory that learns how fast to forget is near the best one in hindsight',
    short: 'Truths that move',
    chart: {
      measure: 'mean total variation distance to the truth of the last person',
      points: rows.map(row => ({
        label: row.memory,
        value: Number(row.error),
        keys: { truth: row.truth, strategy: row.strategy },
      })),
      filters: [
        { key: 'truth', label: 'truth', initial: 'walk' },
        { key: 'strategy', label: 'answers by', initial: 'srr' },
      ],
      ours: ['learned'],
      digits: 3,
    },
    text: `Twenty categories, 20,000 answers at ε = 1, while the shares walk at random. Counting all answers alike leaves an error of ${at('all')}; \`learned\` leaves ${at('learned')}; the
      best half-life, which nobody knows beforehand, ${at('half-life:1600')}. After a swap the best window knows when the swap was, and \`learned\` is further from it.`,
    means:
      'If the truth may move, use `memory: "learned"`; if you know how fast it moves, a half-life of that length.',
    command: 'npx tsx experiments/streams.ts',
    tables: [table, 'streams/delays.csv'],
  }
}

export function defaultsFinding(): Finding {
  const table = 'defaults/20.csv'
  const rows = readTable(table)
  const autos = rows.filter(({ strategy }) => strategy === 'auto')
  const total = (column: string) => autos.reduce((sum, row) => sum + Number(row[column]), 0)
  const seconds = autos.map(row => Number(row.seconds))
  return {
    slug: 'defaults',
    title: 'By default estimates are good: chains agree, and 95 % intervals hold 95 % on average',
    short: 'Are estimates good by default?',
    chart: {
      measure: 'share of the 95 % intervals that hold the truth',
      points: rows.map(row => ({
        label: row.strategy,
        value: Number(row.coverage),
        error: Number(row['its error']),
        keys: { rho: row.rho, epsilon: row.epsilon },
      })),
      filters: [
        { key: 'rho', label: 'truth: Dirichlet(ρ), ρ =', initial: '0.1' },
        { key: 'epsilon', label: 'ε =', initial: '1' },
      ],
      ours: ['auto'],
      digits: 3,
    },
    text: `Chains run until R-hat is at most 1.01 and 400 draws are effective for every category. With 20 categories and 10,000 people ${total('good')} of ${total('runs')} runs of \`auto\` were good,
      and over the nine settings their intervals hold ${fix(100 * (total('coverage') / autos.length), 1)} % of the frequencies. A run took ${fix(Math.min(...seconds), 2)} to ${fix(Math.max(...seconds), 2)} s.`,
    means:
      'Look at the warnings of an estimate: where there are none, its intervals can be read as they stand, on average over the prior.',
    command: 'npx tsx experiments/default-estimates.ts',
    tables: [table, 'defaults/100.csv', 'defaults/1000.csv'],
  }
}
