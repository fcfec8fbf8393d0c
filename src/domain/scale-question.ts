import { countCategories, namesOf } from '../check/categories.ts'
import { copyList, refuseSecret, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import type { OrderedKind } from './kind.ts'
import { ordered, requireIncreasing } from './ordered.ts'
import type { ScaleQuestion } from './question.ts'

/** Largest number of steps of a scale. */
const MOST_STEPS = 4096

export function scale(question: ScaleQuestion, argument: string): OrderedKind {
  requireOptions(question, { ordered: true, scores: true }, argument)
  const name = `${argument}.ordered`
  const bins = countCategories(question.ordered, MOST_STEPS, name)
  const labels = namesOf(question.ordered, name)
  const scores = readScores(question.scores, bins, `${argument}.scores`)
  const json = {
    ordered: labels ? [...labels] : bins,
    ...(question.scores !== undefined && { scores: Array.from(scores) }),
  }
  const places = new Map<unknown, number>(labels?.map((label, x) => [label, x]))
  return ordered({
    kind: 'scale',
    edges: edgesOfScores(scores),
    inside: scores,
    names: labels ?? Array.from(scores, String),
    outside: 'clamp',
    ends: [scores[0], scores[bins - 1]],
    place(held, called) {
      // All scores are compared, so that the time is the same for every step.
      let step = places.get(held) ?? -1
      for (let x = 0; x < bins; x++) if (scores[x] === held) step = x
      if (step < 0)
        refuseSecret(
          called,
          labels ? 'a step of the scale, by its label or its score' : 'a score of the scale',
        )
      return step
    },
    json,
  })
}

function readScores(given: Vector | undefined, bins: number, name: string): Float64Array {
  if (given === undefined) return Float64Array.from({ length: bins }, (_, x) => x + 1)
  const list = copyList(name, given, bins, bins, `a list of ${bins} scores`)
  const scores = Float64Array.from(list, (score, x) => requireNumber(`${name}[${x}]`, score))
  requireIncreasing(name, given, scores, 'increasing numbers')
  return scores
}

/** The midpoints between scores; the outermost steps extend equally to both sides. */
function edgesOfScores(scores: Float64Array): Float64Array {
  const last = scores.length - 1
  const edges = new Float64Array(scores.length + 1)
  for (let x = 1; x <= last; x++) edges[x] = scores[x - 1] + (scores[x] - scores[x - 1]) / 2
  edges[0] = scores[0] - (edges[1] - scores[0])
  edges[last + 1] = scores[last] + (scores[last] - edges[last])
  return edges
}
