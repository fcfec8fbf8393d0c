/**
 * What do liars gain, and what helps against them? Plays the attacks of the literature against fixed channels and the default strategy.
 *
 * - `attacks`: a share of the people send arbitrary answers. They answer for a category picked at random; or with an answer that supports
 *   one category, the fourth likeliest; or with one that supports as many of five categories as possible; or they support one category and
 *   are the first to answer, so that the channels of everybody else follow from liars alone. Estimates: the posterior
 *   mean; the unbiased estimate, projected on the simplex; LDPRecover, which is given the share. Intervals: those of the posterior, and
 *   robust ones for the share. Designs: fixed channels, `auto`, and `auto` that allows for the share.
 * - `detected`: how often signs of liars have a p-value of at most 5 %, as a test for any truth, and for truths from the law that they are
 *   drawn from.
 *
 *     npx tsx experiments/liars.ts [--runs 10] [--looks 100]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { renderPng } from '../src/report/png.ts'
import { withProgress } from '../src/report/progress.ts'
import { liarSigns } from '../src/risk/liar-signs.ts'
import { descendingOrder } from '../src/simplex/order.ts'
import { totalVariation } from '../src/simplex/total-variation.ts'
import { answersOf, type Crowd, type Liars, playCrowd } from './support/hostile-crowd.ts'
import { nearestOnSimplex } from './support/nearest-on-simplex.ts'
import { recovered } from './support/recovered.ts'
import { runScript } from './support/run-script.ts'
import { smallMultiples } from './support/small-multiples.ts'
import { printRows, type Row, writeOutput, writeRows } from './support/write-rows.ts'

const K = 20
const USERS = 10_000
const EPSILON = 1
const RHO = 0.1
const LEVEL = 0.05

const ATTACKS: Record<string, Pick<Liars, 'attack' | 'first'>> = {
  random: { attack: 'random' },
  'single target': { attack: 'response' },
  'five targets': { attack: 'gain' },
  'single target at first': { attack: 'response', first: true },
}
const SHARES = [0.01, 0.05]
const LOOKED_AT = [0, 0.01, 0.02, 0.05, 0.1]
const CHANNELS = ['srr', 'subset-selection', 'oue', 'auto']
/** The strategies under attack, and whether they allow for liars. */
const DESIGNS = [
  ...CHANNELS.map(strategy => ({ strategy, careful: false })),
  { strategy: 'auto', careful: true },
]

/** A collection, with its truth and the target of its liars. */
function crowdOf(seed: string, strategy: string, liars?: Omit<Liars, 'targets'>) {
  const truth = drawDirichlet(stream(seed, 'truth'), new Float64Array(K).fill(RHO), new Float64Array(K))
  const targets = Array.from(descendingOrder(truth).slice(3, 8))
  const crowd: Crowd = {
    categories: K,
    epsilon: EPSILON,
    strategy,
    users: USERS,
    truthAt: () => truth,
    ...(liars && { liars: { ...liars, targets } }),
    seed,
  }
  return { truth, target: targets[0], crowd }
}

function play(liars: Omit<Liars, 'targets'> | undefined, design: (typeof DESIGNS)[number], run: number) {
  const share = liars?.share ?? 0.05
  const { truth, target, crowd } = crowdOf(`liars ${run}`, design.strategy, liars)
  const { mean, interval, unbiased, robust } = playCrowd({
    ...crowd,
    reckoned: share,
    ...(design.careful && { robust: share }),
  })
  const covered = ([low, high]: readonly [Float64Array, Float64Array]) =>
    truth.reduce((n, value, x) => n + Number(low[x] <= value && value <= high[x]), 0) / K
  const widthOf = ([low, high]: readonly [Float64Array, Float64Array]) =>
    low.reduce((sum, value, x) => sum + high[x] - value, 0) / K
  return {
    totalVariation: totalVariation(mean, truth),
    'by projection': totalVariation(nearestOnSimplex(unbiased), truth),
    'by LDPRecover': totalVariation(recovered(unbiased, share), truth),
    'bias of the target': mean[target] - truth[target],
    'its bias by projection': nearestOnSimplex(unbiased)[target] - truth[target],
    'its bias by LDPRecover': recovered(unbiased, share)[target] - truth[target],
    coverage: covered(interval),
    'robust coverage': covered(robust),
    width: widthOf(interval),
    'robust width': widthOf(robust),
  }
}

async function attackRows(runs: number, onProgress: (share: number) => void): Promise<Row[]> {
  const scenarios = [
    { name: 'none', liars: undefined },
    ...SHARES.flatMap(share =>
      Object.entries(ATTACKS).map(([name, attack]) => ({ name, liars: { ...attack, share } })),
    ),
  ]
  const rows: Row[] = []
  let done = 0
  for (const { name, liars } of scenarios) {
    for (const design of DESIGNS) {
      const outcomes: Record<string, number>[] = []
      for (let run = 1; run <= runs; run++) {
        outcomes.push(play(liars, design, run))
        onProgress(++done / (scenarios.length * DESIGNS.length * runs))
        await new Promise(setImmediate)
      }
      const summary: Row = {
        attack: name,
        share: liars?.share ?? 0,
        design: design.careful ? `${design.strategy} (robust)` : design.strategy,
        runs,
      }
      for (const figure of Object.keys(outcomes[0])) {
        const { mean, standardError } = meanWithError(outcomes.map(outcome => outcome[figure]))
        summary[figure] = mean
        if (figure === 'totalVariation' || figure === 'bias of the target') {
          summary[`standard error of ${figure}`] = standardError ?? 0
        }
      }
      rows.push(summary)
    }
  }
  return rows
}

async function detectedRows(looks: number, onProgress: (share: number) => void): Promise<Row[]> {
  const rows: Row[] = []
  let done = 0
  for (const strategy of CHANNELS) {
    for (const share of LOOKED_AT) {
      const found = { any: 0, law: 0 }
      for (let run = 1; run <= looks; run++) {
        const seed = `detected ${share} ${run}`
        const answers = answersOf(crowdOf(seed, strategy, { attack: 'response', share }).crowd)
        found.any += Number(liarSigns(answers, K, stream(seed, 'signs')).pValue <= LEVEL)
        found.law += Number(liarSigns(answers, K, stream(seed, 'signs'), RHO).pValue <= LEVEL)
        onProgress(++done / (CHANNELS.length * LOOKED_AT.length * looks))
        await new Promise(setImmediate)
      }
      rows.push({
        channel: strategy,
        share,
        runs: looks,
        'for any truth': found.any / looks,
        'for truths of this law': found.law / looks,
      })
    }
  }
  return rows
}

/** Draws the share of collections with detected liars, with a panel for each channel. Returns an SVG document. */
function detectedFigure(rows: readonly Row[], looks: number): Promise<string> {
  const panels = CHANNELS.map(heading => ({
    heading,
    curves: (['for any truth', 'for truths of this law'] as const).map(curve =>
      rows
        .filter(({ channel }) => channel === heading)
        .map(row => {
          const value = row[curve] as number
          const error = Math.sqrt((value * (1 - value)) / looks)
          return { x: row.share as number, value, low: value - error, high: value + error }
        }),
    ),
  }))
  return smallMultiples(
    {
      title: 'How often liars are noticed',
      subtitle: `Share of collections with a p-value of at most 5 %; K = ${K}, ${USERS} people, ε = ${EPSILON}, truth Dirichlet(${RHO})`,
      caption: [
        'Liars send, without randomization, what speaks for the fourth likeliest category.',
        'Dark: false alarms at most 5 % for any truth. Light: on average over truths of this law.',
        `Bands: one standard error of ${looks} collections to either side. Dashed: 5 %.`,
      ],
    },
    panels,
    {
      x: { label: 'share of liars', ticks: [0, 0.02, 0.05, 0.1] },
      y: { label: 'noticed', domain: [0, 1] },
      reference: LEVEL,
    },
  )
}

await runScript(async () => {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '10' }, looks: { type: 'string', default: '100' } },
  })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const looks = requireInteger('looks', Number(values.looks), 2)
  const attacks = await withProgress('attacks', onProgress => attackRows(runs, onProgress))
  const title = `K = ${K}, ${USERS} people, ε = ${EPSILON}, truth Dirichlet(${RHO})`
  printRows(`${title}, ${runs} paired runs`, attacks)
  writeRows('liars', 'attacks', attacks)
  const detected = await withProgress('detected', onProgress => detectedRows(looks, onProgress))
  printRows(`${title}, one target`, detected)
  writeRows('liars', 'detected', detected)
  const svg = await detectedFigure(detected, looks)
  writeOutput('liars', 'detected.svg', svg)
  writeOutput('liars', 'detected.png', await renderPng(svg))
})
