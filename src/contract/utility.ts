import { requireOptions } from '../check/check.ts'
import { pow } from '../elementary/pow.ts'
import { drawDirichlet } from '../random/dirichlet.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { rrrr } from '../rrrr/rrrr.ts'
import { createScan } from '../utility/scan.ts'
import type { UtilityKind } from '../utility/utility.ts'
import { checkRule, type Violation } from './violation.ts'

const CASES = 100
/** How far the scan's values may be from the definition's: relatively, and absolutely for sums of terms of order one. */
const TOLERANCE = { relative: 1e-9, absolute: 1e-12 }

/**
 * Checks a kind of utility by the rules that every built-in one is tested by, and returns what it does wrong; nothing if it keeps
 * them all:
 *
 * - `definition`: for RRRR on any number of the likeliest categories, SRR among them, the value is a number or an infinity, and
 *   the same when it is computed again; θ stays as it is.
 * - `scan`: where there is one, it has the values of the definition, to nine digits.
 *
 * Both are checked in 100 random cases, with 2 to 10 categories and ε from 0.01 to 20.
 *
 * @param options.seed the seed of the cases
 * @throws RangeError on a bad option; violations are returned, not thrown
 * @example
 * utilityContract(builtIn.utilities[0], { seed: 1 }) // []
 */
export function utilityContract(kind: UtilityKind, options: { readonly seed: string | number }): Violation[] {
  const { seed } = requireOptions(options, { seed: true })
  return [
    ...checkRule('definition', () => strayValues(kind, stream(seed, 'definition'))),
    ...checkRule('scan', () => strayScans(kind, stream(seed, 'scan'), CASES, TOLERANCE)),
  ]
}

interface Case {
  readonly theta: Float64Array
  readonly epsilon: number
  readonly epsilon1: number
}

/** θ from nearly one point to nearly uniform, levels ε from 0.01 to 20, and any share ε1/ε, the ends often. */
function randomCase(rng: SeededRng): Case {
  const categories = 2 + rng.integer(9)
  const concentration = pow(10, 2 * rng.uniform() - 1.5)
  const alpha = new Float64Array(categories).fill(concentration)
  const theta = drawDirichlet(rng, alpha, new Float64Array(categories))
  const epsilon = 0.01 * pow(2000, rng.uniform())
  return { theta, epsilon, epsilon1: [0, 1, 0.8, 0.9, rng.uniform()][rng.integer(5)] * epsilon }
}

/** The values of every k by the definition. */
function definedValues(kind: UtilityKind, { theta, epsilon, epsilon1 }: Case): number[] {
  const order = Array.from(theta.keys()).sort((i, j) => theta[j] - theta[i] || i - j)
  return order.map((_, k) =>
    kind.evaluate(theta, rrrr({ categories: theta.length, subset: order.slice(0, k), epsilon, epsilon1 })),
  )
}

function* strayValues(kind: UtilityKind, rng: SeededRng): Iterable<string> {
  for (let i = 0; i < CASES; i++) {
    const one = randomCase(rng)
    const before = one.theta.slice()
    const values = definedValues(kind, one)
    const bad = values.findIndex(value => typeof value !== 'number' || Number.isNaN(value))
    if (bad >= 0) yield `${kind.name} is ${values[bad]} ${describe(one, bad)}`
    const again = definedValues(kind, one)
    if (!values.every((value, k) => Object.is(value, again[k]))) {
      yield `${kind.name} has another value when it is asked again`
    }
    if (!one.theta.every((value, x) => value === before[x])) yield `${kind.name} changes θ`
  }
}

/** Says where the scan of a utility, if it has one, does not have the values of the definition. */
export function* strayScans(
  kind: UtilityKind,
  rng: SeededRng,
  cases: number,
  { relative, absolute }: { relative: number; absolute: number },
): Iterable<string> {
  if (kind.scan === undefined) return
  for (let i = 0; i < cases; i++) {
    const one = randomCase(rng)
    const { theta, epsilon, epsilon1 } = one
    const scan = createScan({ categories: theta.length, epsilon, epsilon1, utility: kind })
    scan.best(theta)
    const defined = definedValues(kind, one)
    const off = defined.findIndex(
      (value, k) =>
        scan.values[k] !== value &&
        !(Math.abs(scan.values[k] - value) <= relative * Math.abs(value) + absolute),
    )
    if (off < 0) continue
    yield `the scan of ${kind.name} gives ${scan.values[off]}, the definition ${defined[off]}, ${describe(one, off)}`
    return
  }
}

function describe({ theta, epsilon, epsilon1 }: Case, k: number): string {
  return `with the ${k} likeliest of θ = (${Array.from(theta).join(', ')}), epsilon ${epsilon}, epsilon1 ${epsilon1}`
}
