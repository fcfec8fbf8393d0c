import { approve } from '../catalogue/approve.ts'
import type { StrategyKind, StrategySetting } from '../catalogue/strategy-kind.ts'
import { requireOptions } from '../check/check.ts'
import { seedFor } from '../loop/seed-for.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'
import { createTally } from '../posterior/tally/tally.ts'
import { drawDirichlet } from '../random/dirichlet.ts'
import { stream } from '../random/stream.ts'
import { checkRule, type Violation } from './violation.ts'

/** The collections that are simulated. */
const SETTINGS = [
  { categories: 2, epsilon: 1 },
  { categories: 5, epsilon: 0.3, horizon: 300 },
  { categories: 4, epsilon: 4 },
  { categories: 9, epsilon: 1.5, horizon: 300 },
]
const CHOICES = 60
/** People who answer each request: enough, together with the number of choices, for a few new designs. */
const GROUP = 5
/** How many choices there are from one restart to the next. */
const RESTARTS = 12
/** The share of a kind that has one; it stands after the name of the kind. */
const SHARE = 0.8

/**
 * Checks a kind of strategy by the rules that every built-in one is tested by, and returns what it does wrong; nothing if it
 * keeps them all:
 *
 * - `level`: every channel that it chooses is over the collection's categories, of a kind in the catalogue, and within ε by the
 *   audit of its columns.
 * - `memory`: what `memory()` gives, written down as JSON and read back, continues with exactly the same choices; so does a new
 *   strategy where there is no `memory`.
 * - `adaptive`: a strategy that says it does not look at θ makes only one request; θ stays as it is.
 *
 * It plays collections of 300 people over 2 to 9 categories, at random draws of θ.
 *
 * @param options.seed the seed of everything random
 * @param options.catalogue the catalogue that its mechanisms are in; default `builtIn`
 * @throws RangeError on a bad option; violations are returned, not thrown
 * @example
 * strategyContract(builtIn.strategies[0], { seed: 1 }) // []
 */
export function strategyContract(
  kind: StrategyKind,
  options: {
    readonly seed: string | number
    readonly catalogue?: { readonly mechanisms: readonly MechanismKind[] }
  },
): Violation[] {
  const { seed, catalogue = builtIn } = requireOptions(options, { seed: true, catalogue: true })
  return SETTINGS.flatMap(({ categories, ...rest }, i) => {
    const setting: StrategySetting = {
      ...rest,
      categories,
      publicPrior: Array.from({ length: categories }, (_, x) => 1 + x),
      ...(kind.share && { share: SHARE }),
    }
    const play = (restarts: number) => playOn(kind, setting, catalogue, seedFor(seed, i), restarts)
    const level = checkRule('level', () => {
      play(Infinity)
      return []
    })
    if (level.length > 0) return level
    return [
      ...checkRule('memory', () => strayChoices(play(Infinity).requests, play(RESTARTS).requests)),
      ...checkRule('adaptive', () => strayFixed(play(Infinity))),
    ]
  })
}

interface Play {
  readonly adaptive: boolean
  /** The requests, as JSON. */
  readonly requests: readonly string[]
  readonly changesTheta: boolean
}

function* strayChoices(ongoing: readonly string[], restarted: readonly string[]): Iterable<string> {
  const at = ongoing.findIndex((request, choice) => request !== restarted[choice])
  if (at < 0) return
  yield `restarted from its memory, the strategy's choice ${at + 1} is ${restarted[at]}, not ${ongoing[at]}`
}

function* strayFixed({ adaptive, requests, changesTheta }: Play): Iterable<string> {
  const different = new Set(requests).size
  if (!adaptive && different > 1) yield `the strategy is not adaptive, but makes ${different} requests`
  if (changesTheta) yield 'the strategy changes θ'
}

/**
 * Plays a collection.
 *
 * @param restarts the strategy is made again from its memory whenever this many more choices have been made
 * @throws RangeError on a channel that may not be used
 */
function playOn(
  kind: StrategyKind,
  setting: StrategySetting,
  catalogue: { readonly mechanisms: readonly MechanismKind[] },
  seed: string,
  restarts: number,
): Play {
  const { categories, epsilon } = setting
  const rng = stream(seed, 'people')
  const tally = createTally(categories)
  const alpha = new Float64Array(categories).fill(0.5)
  const requests: string[] = []
  let strategy = kind.create(setting)
  let changesTheta = false
  for (let choice = 0; choice < CHOICES; choice++) {
    if (choice > 0 && choice % restarts === 0) {
      const memory = JSON.stringify(strategy.memory?.() ?? null)
      strategy = kind.create(setting, JSON.parse(memory) ?? undefined)
    }
    const theta = drawDirichlet(rng, alpha, new Float64Array(categories))
    const before = theta.slice()
    const { size } = tally
    const state = { tally, size, answers: size, rng: stream(seed, 'choice', choice) }
    const channel = strategy.choose(theta, state)
    if (theta.some((value, x) => value !== before[x])) changesTheta = true
    const mechanism = approve(channel, { categories, epsilon, catalogue })
    requests.push(JSON.stringify(mechanism.toRequest()))
    tally.add(mechanism, mechanism.respond(rng.integer(categories), rng), GROUP)
  }
  return { adaptive: strategy.adaptive, requests, changesTheta }
}
