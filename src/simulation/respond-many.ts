import type { Batch } from '../loop/batch.ts'
import { likelihood } from '../mechanism/channel-matrix.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { drawMultinomial } from '../random/multinomial.ts'
import type { SeededRng } from '../random/rng.ts'

/** The largest table of responses by categories that answers are drawn from; beyond it, they are drawn person by person. */
const MOST_CELLS = 10_000_000

/**
 * Simulates a batch's answers to one request and counts them; `people[x]` people hold x. The law is that of one call of
 * `respond` per person. The cost does not grow with the number of people, if the mechanism or the size of its channel allows.
 */
export function respondMany(mechanism: Mechanism, people: Float64Array, rng: SeededRng, batch: Batch): void {
  if (mechanism.respondMany) {
    mechanism.respondMany(people, rng).forEach((count, response) => {
      if (count > 0) batch.add(mechanism, response, count)
    })
    return
  }
  const size = people.reduce((sum, count) => sum + count, 0)
  const cells = mechanism.responseCount * mechanism.categories
  if (size <= cells || cells > MOST_CELLS) respondEach(mechanism, people, rng, batch)
  else respondByChannel(mechanism, people, rng, batch)
}

function respondEach(mechanism: Mechanism, people: Float64Array, rng: SeededRng, batch: Batch): void {
  people.forEach((count, x) => {
    for (let i = 0; i < count; i++) batch.add(mechanism, mechanism.respond(x, rng))
  })
}

/** Draws the answers of all people of a category at once, by one multinomial draw over the responses. */
function respondByChannel(mechanism: Mechanism, people: Float64Array, rng: SeededRng, batch: Batch): void {
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
  responses.forEach((response, y) => {
    if (totals[y] > 0) batch.add(mechanism, response, totals[y])
  })
}
