import { UTILITIES } from '../src/catalogue/utilities.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { stream } from '../src/random/stream.ts'
import { createScan } from '../src/utility/scan.ts'
import { type Contender, interleave, spread, timed } from './pairs.ts'
import { against, figure, type Section, table, withQuartiles } from './report.ts'

const EPSILON = 1
const CONCENTRATIONS = [1, 0.1]
/** For each K: the number of scans in one measurement, and the most milliseconds that one scan may take. */
const SIZES = [
  { categories: 1000, scans: 20, most: 40 },
  { categories: 100_000, scans: 1, most: 250 },
]
const ROUNDS = 15
/** The number of different θ that take turns, so that no scan sorts the same θ as the one before. */
const THETAS = 4

/** The scans of the utilities over all subset sizes at once. */
export const scansSection: Section = {
  name: 'scans',
  title: 'Scans: the utility of every subset size',
  measure() {
    const rows: string[][] = []
    const sentences = SIZES.map(({ categories, scans, most }) => {
      let slowest = { median: 0, what: '' }
      for (const concentration of CONCENTRATIONS) {
        const all = interleave(contenders(categories, concentration, scans), ROUNDS)
        for (const [utility, times] of Object.entries(all)) {
          const cpu = spread(times.map(one => (one.cpu / scans) * 1000))
          const elapsed = spread(times.map(one => (one.elapsed / scans) * 1000))
          rows.push([
            utility,
            String(categories),
            String(concentration),
            withQuartiles(cpu),
            figure(elapsed.median),
          ])
          const what = `The slowest scan at K = ${categories}, \`${utility}\` at Dirichlet(${concentration})`
          if (cpu.median > slowest.median) slowest = { median: cpu.median, what }
        }
      }
      return against(slowest.what, slowest.median, most, 'ms')
    })
    return [
      `Milliseconds for one scan, including the sort; levels and memory are prepared beforehand. ε = ${EPSILON}, ε1 = 0.8 ε,` +
        ` θ is a draw from a Dirichlet law, a different one each time. ${ROUNDS} rounds.`,
      table(['utility', 'K', 'Dirichlet', 'processor ms', 'elapsed ms'], rows),
      ...sentences,
    ]
  },
}

function contenders(categories: number, concentration: number, scans: number): Contender[] {
  const rng = stream(1, 'bench', categories, concentration)
  const law = new Float64Array(categories).fill(concentration)
  const thetas = Array.from({ length: THETAS }, () => drawDirichlet(rng, law, new Float64Array(categories)))
  return UTILITIES.map(utility => {
    const scan = createScan({ categories, epsilon: EPSILON, epsilon1: 0.8 * EPSILON, utility })
    return timed(utility.name, round => {
      let sizes = 0
      for (let i = 0; i < scans; i++) sizes += scan.best(thetas[(round + i) % THETAS])
      return sizes
    })
  })
}
