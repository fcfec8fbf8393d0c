import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { createAlias } from '../../src/random/categorical.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { AnswerCounts } from '../../src/risk/answer-counts.ts'
import type { Lie } from './liars.ts'

/** Answers of people, a share of whom makes them up. */
export function liedAnswers(
  play: { mechanism: Mechanism; truth: Float64Array; people: number; share?: number; lie?: Lie },
  rng: SeededRng,
): AnswerCounts {
  const { mechanism, truth, people, share = 0, lie } = play
  const alias = createAlias(truth)
  const answers = new AnswerCounts()
  for (let i = 0; i < people; i++) {
    const made = lie !== undefined && i < share * people
    const response = made ? lie(mechanism, rng) : mechanism.respond(alias.draw(rng), rng)
    answers.add(mechanism, response, 1)
  }
  return answers
}
