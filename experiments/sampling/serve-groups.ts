import { drawFigure } from '../../src/report/figure.ts'
import type { Figure, Panel } from '../../src/report/panel.ts'
import { renderPng } from '../../src/report/png.ts'
import { INK, TONE } from '../../src/report/strategy-panels.ts'
import { printRows, writeOutput, writeRows } from '../support/write-rows.ts'
import { type Group, priorOf, type Service, SMOOTHING, serve } from './people.ts'

export interface ServeOptions {
  /** The folder in `out`. */
  readonly name: string
  readonly title: string
  readonly subtitle: string
  readonly epsilon: number
  /** Whether to follow the paper, in which the prior comes from the people who sample. */
  readonly ownPrior: boolean
}

const PRIVATE_PRIOR =
  'CAUTION: the prior is the mean of the people who sample, as in the paper. It uses their private data, ' +
  'which no ε accounts for.'

/** Serves the people of all groups, prints and writes the results, and draws them. */
export async function serveGroups(groups: readonly Group[], options: ServeOptions): Promise<void> {
  const { name, title, epsilon, ownPrior } = options
  const services = groups.flatMap(group => {
    const prior = ownPrior ? priorOf(group.people, 0) : priorOf(group.open, SMOOTHING)
    return serve(group, prior, epsilon)
  })
  const prior = ownPrior
    ? PRIVATE_PRIOR
    : `Prior: mean of the public people of the group, with ${SMOOTHING} of the uniform law mixed in.`
  if (ownPrior) process.stderr.write(`${PRIVATE_PRIOR}\n`)
  const rows = services.map(({ largest, mean, worstCase, epsilon, ...row }) => ({
    ...row,
    'max TV': largest,
    'mean TV': mean,
    'worst case': worstCase,
    'exact ε': epsilon,
    prior: ownPrior ? 'private' : 'public',
  }))
  printRows(`${title}: total variation between a person's own law and what is sampled`, rows)
  writeRows(name, 'services', rows)
  const svg = await draw(services, {
    title,
    subtitle: options.subtitle,
    caption: ['Light: largest total variation among the people of a group. Dark: their mean.', prior],
  })
  writeOutput(name, 'services.svg', svg)
  writeOutput(name, 'services.png', await renderPng(svg))
}

async function draw(services: readonly Service[], heading: Omit<Figure, 'panels'>): Promise<string> {
  const { barX } = await import('@observablehq/plot')
  const groups = [...new Set(services.map(service => service.group))]
  const samplers = [...new Set(services.map(service => service.sampler))]
  const x = {
    domain: [0, Math.max(...services.map(service => service.largest))],
    nice: true,
    grid: true,
    ticks: 5,
    label: 'Total variation',
    labelAnchor: 'center',
    labelArrow: 'none',
    labelOffset: 36,
  } as const
  const longest = Math.max(...groups.map(group => group.length))
  const panels = samplers.map((sampler, i): Panel => {
    const here = services.filter(service => service.sampler === sampler)
    const marginLeft = i === 0 ? 18 + 6.2 * longest : 24
    return {
      heading: sampler,
      plot: {
        width: marginLeft + 210,
        height: 50 + 22 * groups.length,
        marginLeft,
        marginRight: 16,
        marginTop: 6,
        marginBottom: 44,
        x,
        y: { domain: groups, label: null, tickSize: 0, padding: 0.25, ...(i > 0 && { ticks: [] }) },
        marks: [
          barX(here, { x: 'largest', y: 'group', fill: TONE }),
          barX(here, { x: 'mean', y: 'group', fill: INK, insetTop: 4, insetBottom: 4 }),
        ],
      },
    }
  })
  return drawFigure({ ...heading, panels, columns: samplers.length })
}
