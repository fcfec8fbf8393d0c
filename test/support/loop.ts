import type { Estimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import type { EstimatorOptions } from '../../src/loop/snapshot.ts'
import type { Request, Response } from '../../src/mechanism/mechanism.ts'
import { drawIndex } from '../../src/random/categorical.ts'
import type { SeededRng } from '../../src/random/rng.ts'

/** The paper's sampler and prior, whatever the defaults are. */
export const PAPER = { sampler: 'sgld', prior: 1 } as const

export const OPTIONS: EstimatorOptions = {
  ...PAPER,
  categories: 5,
  epsilon: 1,
  strategy: 'entropy',
  horizon: 200,
  seed: 'loop',
}

/** A respondent for each call, whose category is drawn from these weights. */
export function crowd(rng: SeededRng, weights: readonly number[], epsilon = 1) {
  const respondent = createRespondent({ epsilon, categories: weights.length, rng })
  return (request: Request): Response => respondent.respond(request, drawIndex(rng, weights))
}

/** Lets so many people answer, and returns what they were asked and what they said. */
export function collect(
  estimator: Estimator,
  answer: (request: Request) => Response,
  users: number,
): [Request, Response][] {
  return Array.from({ length: users }, () => {
    const request = estimator.request()
    const response = answer(request)
    estimator.observe(response)
    return [request, response]
  })
}
