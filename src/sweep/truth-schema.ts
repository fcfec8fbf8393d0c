import { z } from 'zod'
import {
  refuse,
  requireBoolean,
  requireInteger,
  requireNumber,
  requireOneOf,
  type Vector,
} from '../check/check.ts'
import { DECIMALS, THOUSANDS } from '../data/decimal.ts'
import { FORMATS } from '../data/file-format.ts'
import { MISSING_RULES } from '../data/read-people.ts'
import { DELIMITERS } from '../data/table-layout.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { type FixedTruth, LARGEST_STEP, type MovingTruth } from '../simulation/moving-truth.ts'
import { checked, chosen, list, object } from './schema-parts.ts'

const text = checked(value => {
  if (typeof value !== 'string' || value === '') refuse('', value, 'a non-empty string')
  return value as string
})
const positive = checked(value => requireNumber('', value, { above: 0 }))
const person = (first: number) => checked(value => requireInteger('', value, first))
const vector = checked(value => {
  const { length } = probabilities('', value as Vector)
  if (length < 2) refuse('', value, 'a vector of two numbers or more')
  return Array.from(value as Vector)
})

const dirichlet = object({ dirichlet: list(positive) })
const flag = checked(value => requireBoolean('', value)).exactOptional()
/** The layout of a file. */
const layout = {
  format: checked(value => requireOneOf('', value, FORMATS)).exactOptional(),
  header: flag,
  delimiter: checked(value => requireOneOf('', value, DELIMITERS)).exactOptional(),
  skip: person(0).exactOptional(),
  trim: flag,
  missingValues: list(text).exactOptional(),
  decimal: checked(value => requireOneOf('', value, DECIMALS)).exactOptional(),
  thousands: checked(value => requireOneOf('', value, THOUSANDS)).exactOptional(),
}
const rule = checked(value => requireOneOf('', value, MISSING_RULES)).exactOptional()
/** A column of a file, with options of `readPeople`. */
const column = object({
  file: text,
  column: text,
  ...layout,
  missing: rule,
  by: text.exactOptional(),
})
/** Several columns of a file as questions. */
const columns = object({
  file: text,
  columns: list(text),
  ...layout,
  missing: rule,
})
/** The laws of groups, all over the same categories. */
const laws = checked(value => {
  if (!Array.isArray(value) || value.length < 2) refuse('', value, 'a list of two distributions or more')
  return value
})
  .pipe(z.array(vector))
  .transform((all, context) => {
    all.forEach(({ length }, g) => {
      const message = ` must have as many numbers as the first, ${all[0].length}; got ${length}`
      if (length !== all[0].length) {
        context.issues.push({ code: 'custom', message, input: all[g], path: [g] })
      }
    })
    return all
  })
const ofGroups = z.strictObject({ laws })
const ofClasses = z.strictObject({
  classes: checked(value => {
    if (!Array.isArray(value)) refuse('', value, 'a list of classes')
    return value
  }).pipe(
    z.array(
      object({
        weight: checked(value => requireNumber('', value, { min: 0, max: 1 })),
        shares: checked(value => {
          if (!isObject(value)) refuse('', value, 'an object with the law of each question')
          return value
        }).pipe(z.record(z.string(), vector)),
      }),
    ),
  ),
})

/** The fixed truths that a moving truth is made of. */
const fixed = chosen<FixedTruth>(value => {
  if (Array.isArray(value)) return vector
  return isObject(value)
    ? object({ dirichlet: positive })
    : checked(() => refuse('', value, 'a vector, or { "dirichlet": … }'))
})

const step = object({ at: person(0), truth: fixed })
const steps = checked(value => {
  if (!Array.isArray(value) || value.length === 0) refuse('', value, 'a list of { "at": …, "truth": … }')
  return value
})
  .pipe(z.array(step))
  .transform((all, context) => {
    all.forEach(({ at }, i) => {
      const good = i === 0 ? at === 0 : at > all[i - 1].at
      const message = ` must be ${i === 0 ? '0' : `above ${all[i - 1].at}, where the one before it begins`}; got ${at}`
      if (!good) context.issues.push({ code: 'custom', message, input: at, path: [i, 'at'] })
    })
    return all
  })

const MOVING: Record<string, z.ZodType<MovingTruth>> = {
  steps: z.strictObject({ steps }),
  swap: z.strictObject({ swap: object({ truth: fixed, at: person(1) }) }),
  walk: z.strictObject({
    walk: object({
      start: fixed,
      step: checked(value => requireNumber('', value, { min: 0, max: LARGEST_STEP })),
    }),
  }),
}

/** A truth as it is written in a plan. */
export type TruthEntry =
  | z.output<typeof dirichlet>
  | z.output<typeof column>
  | z.output<typeof columns>
  | z.output<typeof ofGroups>
  | z.output<typeof ofClasses>
  | number[]
  | MovingTruth

const truth = chosen<TruthEntry>(value => {
  if (Array.isArray(value)) return vector
  if (!isObject(value)) {
    return checked(() =>
      refuse(
        '',
        value,
        'a vector, { "dirichlet": … }, { "file": …, "column": … }, { "file": …, "columns": … }, { "laws": … }, { "classes": … }, { "steps": … }, { "swap": … } or { "walk": … }',
      ),
    )
  }
  const moving = Object.keys(MOVING).find(kind => kind in value)
  if (moving !== undefined) return MOVING[moving]
  if ('laws' in value) return ofGroups
  if ('classes' in value) return ofClasses
  if ('columns' in value) return columns
  return 'dirichlet' in value ? dirichlet : column
})

/** The truths of a plan: a list, or a single one. */
export const truths = list(truth, value => !Array.isArray(value) || typeof value[0] === 'number')

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
