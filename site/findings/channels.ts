import { numberOf, type Row, readTable, rowOf } from '../build/table.ts'
import { difference, type Finding, fix, type Point, percent } from './finding.ts'

const RHO = { key: 'rho', label: 'truth: Dirichlet(ρ), ρ =', initial: '0.1' }
const EPSILON = { key: 'epsilon', label: 'ε =', initial: '1' }
const MEASURE = 'mean total variation distance to the truth'

const rhoOf = (row: Row) => row.rho ?? row.truthName.replace('dirichlet:', '')

/** The errors of a table of means, by strategy. */
function errors(rows: readonly Row[], error: string, keys: (row: Row) => Record<string, string>): Point[] {
  return rows.map(row => ({
    label: row.strategy,
    value: Number(row.totalVariation),
    error: Number(row[error]),
    keys: keys(row),
  }))
}

/** Numbers in one form: tables write 1 or 1.0. */
const plain = (number: string) => String(Number(number))

const grid = (row: Row) => ({ rho: plain(rhoOf(row)), epsilon: plain(row.epsilon) })

export function posteriorFinding(): Finding {
  const table = 'ablation/ablation.csv'
  const rows = readTable(table)
  const at = (posterior: string) =>
    numberOf(rows, { rho: 0.1, epsilon: 1, strategy: 'srr', posterior }, 'totalVariation')
  const published = at('published SGLD with prior 1')
  const learnt = at('exact with a learnt prior')
  return {
    slug: 'posterior',
    title:
      'The posterior matters more than the mechanism: read exactly, the same answers are worth twice as much',
    short: 'The posterior comes first',
    chart: {
      measure: MEASURE,
      points: rows.map(row => ({
        label: row.posterior,
        value: Number(row.totalVariation),
        error: Number(row['standard error']),
        keys: { ...grid(row), strategy: row.strategy },
      })),
      filters: [RHO, EPSILON, { key: 'strategy', label: 'answers by', initial: 'srr' }],
      ours: ['exact with a learnt prior'],
      digits: 3,
    },
    text: `Twenty categories and 10,000 people; ten crowds a setting, and every posterior reads the same crowds. At ρ = 0.1 and ε = 1, under plain
      randomized response, the published sampler with its prior leaves an error of ${fix(published)}; exact draws with a learnt concentration leave
      ${fix(learnt)}, ${percent(learnt / published)} of it. Where truths are sparse the learnt prior does most of that, and where ε is large the exact draws do.`,
    means:
      'Keep the defaults, sampler `auto` and prior `learned`: this is the largest gain there is, and it costs respondents nothing.',
    command: 'npx tsx experiments/ablation.ts',
    tables: [table],
  }
}

export function channelFinding(): Finding {
  // Two sweeps of the same crowds. The later one has the fixed channels and the present `auto`.
  const tables = ['frontier/all.csv', 'frontier/frontier.csv']
  const names = ['srr', 'subset-selection', 'block-design', 'auto']
  const [later, earlier] = tables.map(readTable)
  const rows = [
    ...later.filter(({ strategy }) => names.includes(strategy)),
    ...earlier.filter(({ strategy }) => !names.includes(strategy)),
  ]
  const cells = (strategy: string) => ({ truthName: 'dirichlet:0.1', epsilon: 1, strategy })
  const srr = numberOf(rows, cells('srr'), 'totalVariation')
  const sets = numberOf(rows, cells('subset-selection'), 'totalVariation')
  const large = (strategy: string) =>
    fix(numberOf(rows, { truthName: 'dirichlet:0.1', epsilon: 5, strategy }, 'totalVariation'), 4)
  return {
    slug: 'channel',
    title: 'Then comes the channel: answers that are sets cut the error again wherever ε is small',
    short: 'Then the channel',
    chart: {
      measure: MEASURE,
      points: errors(rows, 'error', grid),
      filters: [RHO, EPSILON],
      ours: ['subset-selection', 'auto'],
      digits: 4,
    },
    text: `Every channel is read by the same exact posterior, over 50 crowds of 10,000 people and 20 categories. At ρ = 0.1 and ε = 1 randomized response
      (\`srr\`) has ${fix(srr)}, subset selection ${fix(sets)}: ${percent(1 - sets / srr)} less. At ε = 5 the two are nearly the same channel
      (${large('srr')} and ${large('subset-selection')}), and \`hadamard\` is far behind (${large('hadamard')}).`,
    means:
      'Below ε of about 2 do not use plain randomized response. `auto` chooses for you; `subset-selection` is the fixed channel to take otherwise.',
    command:
      'npm run -s adobest -- sweep experiments/plans/frontier.json --out out/frontier\nnpx tsx experiments/frontier.ts out/frontier',
    tables,
  }
}

export function utilitiesFinding(): Finding {
  const table = 'frontier/all.csv'
  const rows = readTable(table)
  const names = ['entropy', 'posterior-tv', 'marginal-tv', 'mse', 'honesty']
  const published = rows.filter(({ strategy }) => names.includes(strategy))
  const ahead = published.filter(row => Number(row['less srr']) < -2 * Number(row['its error'])).length
  const behind = published.filter(row => Number(row['less srr']) > 2 * Number(row['its error'])).length
  const auto = rowOf(rows, { truthName: 'dirichlet:0.1', epsilon: 1, strategy: 'auto' })
  return {
    slug: 'utilities',
    title: 'Choosing subsets by a utility does not help once the posterior is exact',
    short: 'Utilities do not help',
    chart: {
      measure: MEASURE,
      points: errors(rows, 'error', grid),
      filters: [RHO, EPSILON],
      ours: names,
      digits: 4,
    },
    text: `The utilities of the adaptive method in colour, fixed channels and \`auto\` in grey; 50 crowds a setting. Of ${published.length} comparisons with plain randomized
      response, ${ahead} ${ahead === 1 ? 'is' : 'are'} ahead by more than two standard errors of the paired difference, about what chance alone makes, and ${behind} are behind by that much. At
      ρ = 0.1 and ε = 1 \`auto\` differs from the best fixed channel (${auto['best fixed']}) by
      ${difference(Number(auto['less best']), Number(auto['error of it']), 4)}.`,
    means:
      'The adaptive utilities are there to be studied and compared. For an estimate of all shares, use `auto` or `subset-selection`.',
    command:
      'npm run -s adobest -- sweep experiments/plans/frontier-all.json --out out/frontier-all\nnpx tsx experiments/frontier.ts out/frontier-all',
    tables: [table],
  }
}

export function publishedFinding(): Finding {
  const table = 'paper-grid/summary.csv'
  const rows = readTable(table)
  const at = (strategy: string, rho: number, epsilon: number) =>
    fix(numberOf(rows, { strategy, rho, epsilon }, 'totalVariation'), 4)
  return {
    slug: 'published-grid',
    title:
      'At its true ε, the published grid rewards restriction where truths are sparse and punishes it elsewhere',
    short: 'The published grid, at true ε',
    chart: {
      measure: MEASURE,
      points: errors(rows, 'standardError', grid),
      filters: [{ ...RHO, initial: '0.01' }, EPSILON],
      ours: ['semi:0.8'],
      digits: 4,
    },
    text: `The published sampler, prior and settings, 50 runs of each strategy, with every channel at exactly the ε it states. At ρ = 0.01 and ε = 1
      the prefix of 0.8 of the mass (\`semi:0.8\`) has ${at('semi:0.8', 0.01, 1)} where \`srr\` has ${at('srr', 0.01, 1)}. At ρ = 1 and ε = 5 it has
      ${at('semi:0.8', 1, 5)} against ${at('srr', 1, 5)}: what is never asked about is never learnt.`,
    means:
      'Most of what restriction gains here is a gain over this sampler and its prior: with the exact posterior it is gone.',
    command:
      'npm run -s adobest -- sweep experiments/plans/paper-grid.json --out out/paper-grid\nnpm run -s adobest -- report out/paper-grid --figures out/paper-grid/figures',
    tables: [table],
  }
}

export function boundFinding(): Finding {
  const table = 'frontier/design-efficiency.csv'
  const rows = readTable(table)
  const ratios = rows.map(row => Number(row['auto / bound']))
  const columns = [
    'no channel below',
    'best candidate knowing the truth',
    'auto',
    'best fixed',
    'best RRRR knowing the truth',
  ]
  return {
    slug: 'bound',
    title:
      'Little is left to gain: no channel, even one designed with the truth in hand, gets far below auto',
    short: 'How near to the best possible',
    chart: {
      measure: 'distance to be expected, by the normal approximation',
      points: rows.flatMap(row =>
        columns.map(label => ({
          label,
          value: Number(row[label]),
          keys: { rho: row.rho, epsilon: row.epsilon },
        })),
      ),
      filters: [RHO, EPSILON],
      ours: ['auto'],
      digits: 4,
    },
    text: `A convex optimization over all columns that ε allows gives a bound with a certificate: no ε-LDP channel gets below it. Over nine settings
      \`auto\` is at ${fix(Math.min(...ratios), 2)} to ${fix(Math.max(...ratios), 2)} times the bound, in the normal approximation. What it loses is the price of not
      knowing the truth while the first answers come in.`,
    means: 'If the error is too large, more people or a larger ε help. Another channel does not.',
    command: 'npx tsx experiments/design-efficiency.ts --runs 12',
    tables: [table],
  }
}

export function manyCategoriesFinding(): Finding {
  const hundred = readTable('frontier/many-categories.csv')
  const thousand = readTable('frontier/thousand.csv')
  const at = (strategy: string) => numberOf(thousand, { epsilon: 1, strategy }, 'totalVariation')
  const small = (strategy: string) =>
    fix(numberOf(hundred, { truthName: 'dirichlet:0.1', epsilon: 1, strategy }, 'totalVariation'), 2)
  const keys = (row: Row) => ({ ...grid(row), K: Number(row.categories).toLocaleString('en') })
  return {
    slug: 'many-categories',
    title: 'The more categories there are, the more sets pay off',
    short: 'Many categories',
    chart: {
      measure: MEASURE,
      points: errors([...hundred, ...thousand], 'error', keys),
      filters: [{ key: 'K', label: 'K =', initial: '100' }, RHO, EPSILON],
      ours: ['auto', 'block-design'],
      digits: 3,
    },
    text: `With 1,000 categories and 100,000 people at ε = 1, plain randomized response is off by ${fix(at('srr'), 2)}, block designs by
      ${fix(at('block-design'), 2)}, \`auto\` by ${fix(at('auto'), 2)}. With 100 categories and 10,000 people, at ρ = 0.1 and ε = 1, they are at
      ${small('srr')}, ${small('block-design')} and ${small('auto')}. These are three or four runs a setting, so that small differences are noise.`,
    means:
      'With many categories use `auto` or `block-design`: their answers have few distinct columns, so that estimates stay quick.',
    command:
      'npm run -s adobest -- sweep experiments/plans/many-categories.json --out out/many-categories\nnpm run -s adobest -- sweep experiments/plans/thousand.json --out out/thousand',
    tables: ['frontier/many-categories.csv', 'frontier/thousand.csv'],
  }
}

export function realDataFinding(): Finding {
  const table = 'frontier/real-data.csv'
  const rows = readTable(table)
  const column = (row: Row) => row.truthName.replace(/^.*\/([^/:]+)\.csv:([^:]*):.*$/, '$2 ($1)')
  const states = rows.find(row => column(row) === 'state (zipcodes)')?.truthName ?? ''
  const at = (strategy: string) =>
    fix(numberOf(rows, { truthName: states, epsilon: 1, strategy }, 'totalVariation'))
  return {
    slug: 'real-data',
    title:
      'On real columns the channel halves the error, and which fixed channel is best changes from one to the next',
    short: 'Real columns',
    chart: {
      measure: MEASURE,
      points: errors(rows, 'error', row => ({ column: column(row), epsilon: row.epsilon })),
      filters: [{ key: 'column', label: 'column', initial: 'state (zipcodes)' }, EPSILON],
      ours: ['auto'],
      digits: 3,
    },
    text: `Each row of a file is a person; five runs a setting. For the 59 states of American zip codes at ε = 1, \`srr\` has ${at('srr')},
      subset selection ${at('subset-selection')}, \`auto\` ${at('auto')}. The best fixed channel is another in nearly every column and at every ε, and \`auto\` stays near it.`,
    means:
      'Without knowledge of the truth nobody can pick the best fixed channel beforehand. `auto` costs little and is never far off.',
    command: 'npm run -s adobest -- sweep experiments/plans/real-data.json --out out/real-data',
    tables: [table],
  }
}
