import { simulate } from 'adobest'
import { UTILITY_NAMES } from '../src/catalogue/utilities.ts'
import { inChild } from './child.ts'
import { withLimit } from './limit.ts'
import { type Contender, interleave, ratios, spread, type Times, timed } from './pairs.ts'
import { against, figure, type Section, table, withQuartiles } from './report.ts'

const SETTINGS = { categories: 20, users: 10_000, epsilon: 1 }
const RHO = 0.1
const PAIRS = 15
const ROUNDS = 11

/** The most time that a run may take, as a multiple of the yardstick's dense run. */
const MOST_OF_LIMIT = 1.5
/** The most time that a run may take, as a multiple of the same run without WebAssembly. */
const MOST_OF_PLAIN = 1 / 1.5
const PLAIN = 'honesty, without WebAssembly'
/** The most time that a run of `fisher` may take, and one of any other strategy, as multiples of a run of `honesty`. */
const MOST_OF_FISHER = 1.3
const MOST_OF_OTHERS = 2

/** The paper's adaptive loop against its yardstick in C, and its utilities against each other. */
export const loopSection: Section = {
  name: 'loop',
  title: 'Loop: one run of the paper’s simulation',
  async measure() {
    return [
      'K = 20, 10,000 people, ε = 1, truth Dirichlet(0.1), sampler `sgld` with its published settings, prior 1: 202,000' +
        ' updates. A run is one call of `simulate`, with a new truth and new people in each round.',
      ...(await againstLimit()),
      ...strategies(),
      ...(await heapGrowth()),
    ]
  },
}

async function againstLimit(): Promise<string[]> {
  return withLimit({ ...SETTINGS, rho: RHO }, limit => {
    if (limit === undefined) return ['There was no C compiler `cc`, so `limit.c` was not measured.']
    const all = interleave([run('honesty'), plainRun('honesty'), limit], PAIRS)
    const rows = ['honesty', PLAIN, 'dense', 'levels'].map(name => [
      name.startsWith('honesty') ? name : `limit.c, ${name}`,
      ...inSeconds(all[name]),
      ...(name === 'honesty'
        ? ['–', '–']
        : (['cpu', 'elapsed'] as const).map(clock => withQuartiles(ratios(all.honesty, all[name], clock)))),
    ])
    const toLimit = ratios(all.honesty, all.dense, 'cpu').median
    const toPlain = ratios(all.honesty, all[PLAIN], 'cpu').median
    return [
      `The yardstick is the same loop in C (\`limit.c\`, compiled with -O3 -march=native -ffast-math). It is a child process` +
        ` that times itself, without its start, and always on the same truth, one of its own; \`honesty\` runs in the` +
        ` measuring process. Without WebAssembly, TypeScript alone computes the same numbers. ${PAIRS} rounds.`,
      table(['', 'processor s', 'elapsed s', 'honesty / it, processor', 'honesty / it, elapsed'], rows),
      against('`honesty` against `limit.c` dense', toLimit, MOST_OF_LIMIT, 'times its processor time'),
      against(
        '`honesty` against itself without WebAssembly',
        toPlain,
        MOST_OF_PLAIN,
        'times its processor time',
      ),
    ]
  })
}

function strategies(): string[] {
  const names = ['honesty', ...UTILITY_NAMES.filter(name => name !== 'honesty'), 'srr']
  const all = interleave(names.map(run), ROUNDS)
  const toHonesty = new Map(names.map(name => [name, ratios(all[name], all.honesty, 'cpu')]))
  const rows = names.map(name => [
    name,
    ...inSeconds(all[name]),
    ...(name === 'honesty' ? ['–', '–'] : [withQuartiles(toHonesty.get(name)!), elapsedRatio(name)]),
  ])
  function elapsedRatio(name: string) {
    return withQuartiles(ratios(all[name], all.honesty, 'elapsed'))
  }
  const others = names
    .filter(name => name !== 'honesty' && name !== 'fisher')
    .sort((one, other) => toHonesty.get(other)!.median - toHonesty.get(one)!.median)
  return [
    `The strategies in one process, ${ROUNDS} rounds:`,
    table(['strategy', 'processor s', 'elapsed s', 'it / honesty, processor', 'it / honesty, elapsed'], rows),
    against('`fisher`', toHonesty.get('fisher')!.median, MOST_OF_FISHER, 'times `honesty`'),
    against(
      `The slowest of the others, \`${others[0]}\``,
      toHonesty.get(others[0])!.median,
      MOST_OF_OTHERS,
      'times `honesty`',
    ),
  ]
}

async function heapGrowth(): Promise<string[]> {
  // The semi-space is so large that nothing is collected during the measurement.
  const execArgv = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256']
  const rows: string[][] = []
  for (const sampler of ['sgld', 'sgrld']) {
    const bytes = (way: string) => inChild<number>('heap-growth.mjs', [sampler, way], { execArgv })
    rows.push([sampler, figure((await bytes('WebAssembly'))!), figure((await bytes('TypeScript'))!)])
  }
  return [
    'Bytes by which the heap grows in an update, over 1,000,000 updates of a warm chain, K = 20, minibatches of 50; a vector' +
      ' of K numbers has 160. What remains is numbers that are boxed by calls.',
    table(['sampler', 'with WebAssembly', 'TypeScript'], rows),
  ]
}

function run(strategy: string): Contender {
  return timed(strategy, round => play(strategy, round))
}

function plainRun(strategy: string): Contender {
  return timed(PLAIN, round => {
    const { WebAssembly } = globalThis
    Reflect.deleteProperty(globalThis, 'WebAssembly')
    try {
      return play(strategy, round)
    } finally {
      Object.assign(globalThis, { WebAssembly })
    }
  })
}

function play(strategy: string, seed: number): number {
  const { runs } = simulate({
    ...SETTINGS,
    truth: { dirichlet: RHO },
    strategies: [strategy],
    prior: 1,
    sampler: 'sgld',
    seed,
  })
  return runs[0].totalVariation
}

function inSeconds(times: readonly Times[]): string[] {
  return [
    withQuartiles(spread(times.map(({ cpu }) => cpu))),
    figure(spread(times.map(({ elapsed }) => elapsed)).median),
  ]
}
