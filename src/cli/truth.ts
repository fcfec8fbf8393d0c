import { type Command, Option } from 'commander'
import { Refusal, refuse } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import { type FixedTruth, isMoving, type MovingTruth } from '../simulation/moving-truth.ts'
import { createPopulation } from '../simulation/population.ts'
import { truthName } from '../sweep/truth.ts'
import { readJSONOption } from './json-option.ts'

export interface TruthOption {
  readonly truth?: string
}

/** The truths that a plan can have, except for files. */
const FORMS =
  'a vector, {"dirichlet":…}, {"steps":[{"at":0,"truth":…},…]}, {"swap":{"truth":…,"at":…}} or {"walk":{"start":…,"step":…}}'

export function addTruthOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--truth <json>',
      `without a file: what people are drawn from, fixed or moving, as in a plan: ${FORMS}; @FILE reads it from a file`,
    ).conflicts('dirichlet'),
  )
}

/**
 * The truth that the option describes, and its number of categories.
 *
 * @param categories their number, which a truth that is drawn needs
 * @throws InputError if it is none, or one over other categories
 */
export function readTruthOption(text: string, categories: number | undefined) {
  return readJSONOption('truth', text, json => {
    if (!isTruth(json)) refuse('truth', json, FORMS)
    try {
      const { truth: law } = createPopulation({ truth: json, users: 1, seed: 0, categories }, 1)
      return { truth: json, categories: law.length }
    } catch (error) {
      if (!(error instanceof Refusal && error.argument === 'categories')) throw error
      throw new InputError('--categories: expected with a truth that is drawn')
    }
  })
}

function isTruth(json: unknown): json is FixedTruth | MovingTruth {
  return (
    typeof json === 'object' &&
    json !== null &&
    (Array.isArray(json) || 'dirichlet' in json || isMoving(json))
  )
}

/** A truth in a few words. */
export function truthText(truth: FixedTruth | MovingTruth): string {
  if (isMoving(truth)) return `truth that moves, ${truthName(truth)}`
  if ('dirichlet' in truth) return `truth drawn from Dirichlet(${truth.dirichlet})`
  return `truth ${truthName({ vector: Array.from(truth) })}`
}
