import { inChild } from './child.ts'
import { GROWTH_WORKS, type GrowthWork } from './growth-works.ts'
import { exponent, type Spread } from './pairs.ts'
import { figure, type Section, table, withQuartiles } from './report.ts'

/** What a piece of work took at one size: milliseconds, and the growth of the process's peak memory in MB. */
interface Measured {
  readonly cpu: Spread
  readonly elapsed: Spread
  readonly megabytes: number
}

/** The exponents of a piece of work, and whether all of its sizes were measured. */
interface Fitted {
  readonly work: GrowthWork
  readonly complete: boolean
  readonly all: number
  readonly last: number
  readonly memory: number
}

/** A size that takes longer than this is given up. */
const MOST_SECONDS = 25
/** The results name work whose time grows by a higher power than this at the largest sizes. */
const LINEAR = 1.2
/** A smaller rise in memory is the garbage collector's doing rather than growth. */
const LEAST_MEGABYTES = 4

/** How time and memory grow with the categories, the people and the distinct columns. */
export const growthSection: Section = {
  name: 'growth',
  title: 'Growth: time and memory against K, n and the distinct columns',
  async measure() {
    const rows: string[][] = []
    const fits: Fitted[] = []
    for (const work of GROWTH_WORKS) {
      const points = await measureAll(work)
      for (const [i, size] of work.sizes.entries()) {
        const point = points[i]
        rows.push([
          work.name,
          `${work.of} = ${size.toLocaleString('en')}`,
          ...(point
            ? [withQuartiles(point.cpu), figure(point.elapsed.median), point.megabytes.toFixed(1)]
            : [`not within ${MOST_SECONDS} s`, '–', '–']),
        ])
      }
      fits.push(fitted(work, points))
    }
    return [
      'Each piece of work is measured at each size in a process of its own, which has first done it at the smallest size.' +
        ' Milliseconds: medians of repetitions, or a single measurement if that took half a second. Memory: by how many MB' +
        ' the first time, data included, raised the peak of the process. SRR’s answers are those of a million people.',
      table(['work', 'size', 'processor ms', 'elapsed ms', 'peak MB'], rows),
      'Exponents e of time ~ sizeᵉ, by least squares on the logarithms: over all sizes that were measured, and over the' +
        ` largest two. For memory: over the sizes at which the peak rose by ${LEAST_MEGABYTES} MB or more; – if there are` +
        ' fewer than two of these.',
      table(
        ['work', 'against', 'time, all', 'time, largest two', 'memory'],
        fits.map(({ work, ...exponents }) => [
          work.name,
          work.of,
          ...[exponents.all, exponents.last, exponents.memory].map(e =>
            Number.isNaN(e) ? '–' : e.toFixed(2),
          ),
        ]),
      ),
      `At the largest sizes the time grows faster than the power ${LINEAR} for: ${list(
        fits.filter(({ last }) => last > LINEAR),
      )}; some size took more than ${MOST_SECONDS} s for: ${list(fits.filter(({ complete }) => !complete))}. There is no target.`,
    ]
  },
}

async function measureAll({ name, sizes }: GrowthWork): Promise<(Measured | undefined)[]> {
  const points: (Measured | undefined)[] = []
  for (const size of sizes) {
    points.push(await inChild<Measured>('one-size.mjs', [name, String(size)], { seconds: MOST_SECONDS }))
    process.stderr.write(`growth: ${name} at ${size}\n`)
  }
  return points
}

function fitted(work: GrowthWork, points: readonly (Measured | undefined)[]): Fitted {
  const measured = work.sizes.flatMap((x, i) => {
    const point = points[i]
    return point ? [{ x, cpu: point.cpu.median, megabytes: point.megabytes }] : []
  })
  const times = measured.map(({ x, cpu }) => ({ x, y: cpu }))
  const memory = measured
    .filter(({ megabytes }) => megabytes >= LEAST_MEGABYTES)
    .map(({ x, megabytes }) => ({ x, y: megabytes }))
  return {
    work,
    complete: measured.length === points.length,
    all: exponent(times),
    last: exponent(times.slice(-2)),
    memory: exponent(memory),
  }
}

function list(fits: readonly Fitted[]): string {
  return fits.map(({ work }) => work.name).join('; ') || 'none'
}
