import { likelihood } from '../mechanism/channel-matrix.ts'
import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import { drawMultinomial } from '../random/multinomial.ts'
import type { SeededRng } from '../random/rng.ts'

/** Largest table of responses by categories from which batches are drawn. For larger channels, answers are drawn person by person. */
const MOST_CELLS = 10_000_000

/**
 * Simulates a batch's answers to one request, `people[x]` of whom hold x: responses, and how many gave each. The law is that of one
 * call of `respond` per person. The cost does not grow with the number of people, if the mechanism or the size of its channel allows.
 */
export function respondMany(
  mechanism: Mechanism,
  people: Float64Array,
  rng: SeededRng,
): [response: Response, count: number][] {
  if (mechanism.respondMany) return given(mechanism.respondMany(people, rng))
  const size = people.reduce((sum, count) => sum + count, 0)
  const cells = mechanism.responseCount * mechanism.categories
  return size <= cells || cells > MOST_CELLS
    ? respondEach(mechanism, people, rng)
    : respondByChannel(mechanism, people, rng)
}

/** The responses with a positive count. */
function given(counts: Float64Array, responseAt = (y: number): Response => y): [Response, number][] {
  const answers: [Response, number][] = []
  counts.forEach((count, y) => {
    if (count > 0) answers.push([responseAt(y), count])
  })
  return answers
}

function respondEach(mechanism: Mechanism, people: Float64Array, rng: SeededRng): [Response, number][] {
  const answers: [Response, number][] = []
  people.forEach((count, x) => {
    for (let i = 0; i < count; i++) answers.push([mechanism.respond(x, rng), 1])
  })
  return answers
}

/** Draws the answers of all people of a category at once, by one multinomial draw over the responses. */
function respondByChannel(mechanism: Mechanism, people: Float64Array, rng: SeededRng): [Response, number][] {
  const responses = [...mechanism.responses()]
  const columns = responses.map(response => likelihood(mechanism, response))
  const totals = new Float64Array(responses.length)
  const split = new Float64Array(responses.length)
  people.forEach((count, x) => {
    if (count === 0) return
    const law = Float64Array.from(columns, column => column[x])
    drawMultinomial(rng, count, law, split)
    for (let y = 0; y < totals.length; y++) totals[y] += split[y]
  })
  return given(totals, y => responses[y])
}
