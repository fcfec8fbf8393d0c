/**
 * Ghoukasian and Asoodeh, figures 4 and 10: 100 clients who hold mixtures of Laplace densities, and the largest divergence of a client's
 * density from the sampled law, for the global minimax sampler and the local one, under ε-LDP and under Gaussian LDP.
 *
 * The paper's bars are maxima over one set of 100 random clients: neither the worst case over the class, which is up to 13 times as large,
 * nor the largest divergence over all such mixtures. This script shows many sets, which reveals how much such a maximum depends on the
 * clients; the largest over all mixtures, which is attained by a single mode at ±1; the worst case over the class; and the published bars.
 * The paper rounds γ up from e to 3; the exact bound is better at every level.
 *
 *     npx tsx experiments/laplace-mixture.ts
 */
import { drawFigure } from '../src/report/figure.ts'
import type { Panel } from '../src/report/panel.ts'
import { renderPng } from '../src/report/png.ts'
import { PRIVACY } from './sampling/minimax.ts'
import {
  CLASSES,
  CLIENTS,
  MEASURES,
  type MixtureResult,
  maxima,
  mixtures,
  PUBLISHED,
} from './sampling/mixtures.ts'
import { meanWithError } from './support/moments.ts'
import { printRows, writeOutput, writeRows } from './support/write-rows.ts'

const NAME = 'laplace-mixture'
const BATCHES = 40
const LEVELS = [0.1, 0.5, 1, 2]
const LABELS = { kl: 'KL', tv: 'Total variation', hellinger2: 'Squared Hellinger' } as const

function rowsOf(result: MixtureResult) {
  const { privacy, level, class: name } = result
  return MEASURES.map(measure => {
    const largest = maxima(result, measure)
    const { value, error } = meanWithError(largest)
    return {
      privacy,
      level,
      class: name,
      measure,
      'mean max': value,
      'std. error': error,
      'least max': Math.min(...largest),
      'largest max': Math.max(...largest),
      published: PUBLISHED[privacy][name]?.[measure][LEVELS.indexOf(level)] ?? '',
      'all mixtures': result.supremum[measure],
      'whole class': result.theory(measure),
      mean: meanWithError(result.clients.map(client => client[measure])).value,
    }
  })
}

async function draw(results: readonly MixtureResult[]): Promise<string> {
  const { dot, tickY } = await import('@observablehq/plot')
  const panels = PRIVACY.flatMap(privacy =>
    MEASURES.map((measure): Panel => {
      const here = results.filter(result => result.privacy === privacy)
      const sets = here.flatMap(result =>
        maxima(result, measure).map(value => ({ level: result.level, class: result.class, value })),
      )
      const ends = here.map(({ level, class: name, supremum }) => {
        const published = PUBLISHED[privacy][name]?.[measure][LEVELS.indexOf(level)]
        return { level, class: name, supremum: supremum[measure], published }
      })
      const at = { fx: 'level', x: 'class' } as const
      return {
        heading: `${LABELS[measure]}, ${privacy === 'pure' ? 'ε-LDP' : 'ν-Gaussian LDP'}`,
        plot: {
          width: 320,
          height: 240,
          marginLeft: 46,
          marginRight: 10,
          marginTop: 10,
          marginBottom: 40,
          x: { axis: null, domain: Object.keys(CLASSES) },
          fx: { label: privacy === 'pure' ? 'ε' : 'ν', padding: 0.2, axis: 'bottom' },
          y: { label: null, zero: true, nice: true },
          color: { domain: Object.keys(CLASSES), scheme: 'observable10' },
          marks: [
            tickY(sets, { ...at, y: 'value', stroke: 'class', strokeOpacity: 0.35 }),
            tickY(ends, { ...at, y: 'supremum', stroke: 'class', strokeWidth: 2.5 }),
            dot(
              ends.filter(({ published }) => published !== undefined),
              { ...at, y: 'published', fill: 'black', r: 2.5 },
            ),
          ],
        },
      }
    }),
  )
  return drawFigure({
    title: 'Private samples from mixtures of Laplace densities: the worst of 100 clients',
    subtitle: `${BATCHES} sets of ${CLIENTS} clients; reference Laplace(0, 1)`,
    caption: [
      'Thin line: the largest divergence from what is sampled in one set of clients. Thick line: over all such mixtures. Dot: published, one set.',
      `At each level from left to right: ${Object.keys(CLASSES).join('; ')} (not in the paper).`,
    ],
    panels,
  })
}

const results = PRIVACY.flatMap(privacy =>
  mixtures({ privacy, levels: LEVELS, batches: BATCHES, seed: NAME }),
)
const rows = results.flatMap(rowsOf)
for (const privacy of PRIVACY) {
  printRows(
    `Largest divergence among ${CLIENTS} clients, ${privacy}: mean over ${BATCHES} sets; published: one set`,
    rows.filter(row => row.privacy === privacy),
  )
}
writeRows(NAME, 'maxima', rows)
const svg = await draw(results)
writeOutput(NAME, 'maxima.svg', svg)
writeOutput(NAME, 'maxima.png', await renderPng(svg))
