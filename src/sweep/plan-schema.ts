import { z } from 'zod'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { samplerNames } from '../catalogue/samplers.ts'
import {
  Refusal,
  refuse,
  requireBoolean,
  requireInteger,
  requireNumber,
  requireOneOf,
} from '../check/check.ts'
import { CONFIDENCE_RANGE } from '../check/ranges.ts'
import { Domain, type Questions } from '../domain/domain.ts'
import { requireGroupNames } from '../domain/groups.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { readMemory } from '../loop/memory/memory.ts'
import { readStrategy } from '../loop/strategy/strategy-names.ts'
import { PRIOR_RANGE } from '../posterior/kind/prior.ts'
import { GOAL_FORMS, GUARANTEES } from '../query/parse-goal.ts'
import { LEAST_RUN_LENGTH } from '../sequence/change-detector.ts'
import { MOST_CATEGORIES } from './plan-limits.ts'
import { checked, list } from './schema-parts.ts'
import { truths } from './truth-schema.ts'

const wholeNumber = (min: number, max?: number) => checked(value => requireInteger('', value, min, max))
const positive = checked(value => requireNumber('', value, { above: 0 }))
const text = checked(value => {
  if (typeof value !== 'string' || value === '') refuse('', value, 'a non-empty string')
  return value as string
})

const strategyOf = (catalogue: Catalogue) =>
  checked(value => {
    try {
      readStrategy(value, catalogue)
    } catch (error) {
      if (error instanceof Refusal) refuse('', value, error.allowed)
      throw error
    }
    if (value === 'public-prior')
      refuse('', value, "another: a plan has no public prior ('public-prior:adaptive' needs none)")
    return value as string
  })

/** A goal, or several. Their texts are checked later, when the questions are known. */
const goal = checked(value => {
  const allowed = `a text, ${GOAL_FORMS}, or a list of those that are settled together`
  const texts = [value].flat()
  if (texts.length === 0 || texts.some(each => typeof each !== 'string')) refuse('', value, allowed)
  return value as string | readonly string[]
})

/** A field whose check throws errors that name the field or a part of it. */
const named = <T>(field: string, check: (value: unknown) => T) =>
  checked(value => {
    try {
      return check(value)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { argument, allowed } = error
      const rest = argument.startsWith(field) ? argument.slice(field.length) : `: ${argument}`
      return refuse(rest, error.value, allowed)
    }
  })

const question = named('question', value => orderedQuestion(value).toJSON())
const questions = named('questions', value => Domain.of(value as Questions).toJSON())

/** The schema of a plan as its author writes it, with the names of a catalogue. */
export const createPlanSchema = (catalogue: Catalogue) =>
  z.strictObject({
    categories: list(wholeNumber(2, MOST_CATEGORIES)).optional(),
    users: list(wholeNumber(1)).optional(),
    epsilon: list(positive),
    truth: truths,
    strategies: list(strategyOf(catalogue)),
    sampler: list(checked(value => requireOneOf('', value, samplerNames(catalogue.samplers)))).default([
      'auto',
    ]),
    prior: list(
      checked(value =>
        value === 'learned' || value === 'smooth' ? value : requireNumber('', value, PRIOR_RANGE),
      ),
    ).optional(),
    groupSize: list(wholeNumber(1)).default([1]),
    memory: list(checked(value => readMemory(value, ''))).default(['all']),
    goal: list(goal).exactOptional(),
    confidence: list(checked(value => requireNumber('', value, CONFIDENCE_RANGE))).exactOptional(),
    guarantee: list(checked(value => requireOneOf('', value, GUARANTEES))).exactOptional(),
    runs: wholeNumber(1),
    seed: checked(value => {
      if (typeof value !== 'string' && !Number.isFinite(value))
        refuse('', value, 'a string or a finite number')
      return value as string | number
    }),
    anytime: checked(value => requireBoolean('', value)).optional(),
    runLength: checked(value => requireNumber('', value, { min: LEAST_RUN_LENGTH })).optional(),
    question: question.exactOptional(),
    by: checked(value => requireGroupNames(value, '')).exactOptional(),
    questions: questions.exactOptional(),
    ask: checked(value => requireOneOf('', value, ['pairs', 'singles'])).exactOptional(),
    use: list(text).optional(),
    // Files of surveys have been read before. A value that is left here names no file, and is refused.
    survey: text.exactOptional(),
  })

export type WrittenPlan = z.output<ReturnType<typeof createPlanSchema>>
