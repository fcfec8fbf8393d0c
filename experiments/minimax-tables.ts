/**
 * Ghoukasian and Asoodeh, figures 3 and 5 to 9: worst cases of the minimax samplers of k categories, for all laws (global)
 * and for those within a factor γ = k/2 − 1 of the uniform law (local), under ε-LDP and under Gaussian LDP.
 *
 * All numbers are theoretical: closed forms, no data, nothing drawn. The local ones are smaller because they are maxima over
 * fewer laws: by factors of 1.2 (total variation, small ε) to 3.7 (squared Hellinger, ε = 2) at k = 20. The gain grows with ε.
 *
 *     npx tsx experiments/minimax-tables.ts
 */
import { drawFigure } from '../src/report/figure.ts'
import type { Panel } from '../src/report/panel.ts'
import { renderPng } from '../src/report/png.ts'
import { INK, TONE } from '../src/report/strategy-panels.ts'
import { CATEGORIES, LEVELS, PRIVACY, type Privacy, type WorstCases, worstCases } from './sampling/minimax.ts'
import { printRows, type Row, writeOutput, writeRows } from './support/write-rows.ts'

const NAME = 'minimax-tables'
const SHOWN = { kl: 'KL', tv: 'Total variation', hellinger2: 'Squared Hellinger' } as const

async function draw(privacy: Privacy, rows: readonly WorstCases[]): Promise<string> {
  const { barY } = await import('@observablehq/plot')
  const panels = CATEGORIES.flatMap(categories =>
    Object.entries(SHOWN).map(([measure, label], i): Panel => {
      const here = rows.filter(row => row.categories === categories)
      return {
        heading: `${label}, k = ${categories}`,
        plot: {
          width: 300,
          height: 190,
          marginLeft: 46,
          marginRight: 10,
          marginTop: 10,
          marginBottom: 40,
          x: { axis: null, padding: 0 },
          fx: { label: i === 1 ? (privacy === 'pure' ? 'ε' : 'ν') : null, padding: 0.25, axis: 'bottom' },
          y: { label: null, ticks: 5, ...(measure === 'kl' ? { nice: true } : { domain: [0, 1] }) },
          marks: [
            barY(here, {
              fx: 'level',
              x: 'class',
              y: measure,
              fill: row => (row.class === 'global' ? TONE : INK),
            }),
          ],
        },
      }
    }),
  )
  return drawFigure({
    title: `Worst cases of minimax samplers, ${privacy === 'pure' ? 'ε-LDP' : 'ν-Gaussian LDP'}`,
    subtitle: 'k categories; local: laws within a factor k/2 − 1 of the uniform one',
    caption: [
      'Light: all laws (global). Dark: the local class. Largest divergence of a law of the class from what is sampled; closed forms, nothing drawn.',
    ],
    panels,
  })
}

const rows = PRIVACY.flatMap(privacy =>
  CATEGORIES.flatMap(categories => LEVELS.flatMap(level => worstCases(privacy, categories, level))),
)
for (const privacy of PRIVACY) {
  for (const categories of CATEGORIES) {
    const here = rows.filter(row => row.privacy === privacy && row.categories === categories)
    const table = here.map(({ level, class: name, lambda, kl, tv, hellinger2, chi2 }): Row => {
      const digits = Object.entries({ lambda, kl, tv, hellinger2, chi2 }).map(([key, value]) => [
        key,
        value.toFixed(6),
      ])
      return { [privacy === 'pure' ? 'ε' : 'ν']: level, class: name, ...Object.fromEntries(digits) }
    })
    printRows(`Worst cases, ${privacy}, k = ${categories}, γ = ${categories / 2 - 1}`, table)
  }
  const svg = await draw(
    privacy,
    rows.filter(row => row.privacy === privacy),
  )
  writeOutput(NAME, `${privacy.toLowerCase()}.svg`, svg)
  writeOutput(NAME, `${privacy.toLowerCase()}.png`, await renderPng(svg))
}
writeRows(
  NAME,
  'worst-cases',
  rows.map(row => ({ ...row })),
)
