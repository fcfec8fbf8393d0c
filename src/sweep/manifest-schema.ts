import { z } from 'zod'
import { GUARANTEES } from '../query/parse-goal.ts'
import { FORMAT } from './run-row.ts'

const count = z.int().min(1)
const counts = z.array(count)
const positive = z.number().positive()

const fixed = z.union([z.array(z.number().nonnegative()).min(2), z.strictObject({ dirichlet: positive })])
const steps = z.array(z.strictObject({ at: z.int().nonnegative(), truth: fixed })).min(1)

const truth = z.union([
  z.strictObject({ dirichlet: positive }),
  z.strictObject({ vector: z.array(z.number().nonnegative()).min(2) }),
  z.strictObject({
    file: z.string(),
    column: z.string(),
    counts: z.array(z.int().nonnegative()).min(2),
    names: z.array(z.string()).exactOptional(),
    groups: z
      .strictObject({
        column: z.string(),
        names: z.array(z.string()),
        counts: z.array(z.array(z.int().nonnegative())),
      })
      .exactOptional(),
  }),
  z.strictObject({ laws: z.array(z.array(z.number().nonnegative())) }),
  z.strictObject({
    classes: z.array(
      z.strictObject({ weight: z.number(), shares: z.record(z.string(), z.array(z.number().nonnegative())) }),
    ),
  }),
  z.strictObject({
    file: z.string(),
    columns: z.array(z.string()),
    questions: z.record(z.string(), z.array(z.string())),
    records: z.array(z.array(z.int().nonnegative())),
    counts,
  }),
  z.strictObject({ steps }),
  z.strictObject({ swap: z.strictObject({ truth: fixed, at: count }) }),
  z.strictObject({ walk: z.strictObject({ start: fixed, step: z.number().nonnegative() }) }),
])

const memory = z.union([
  z.enum(['all', 'learned']),
  z.strictObject({ window: count }),
  z.strictObject({ halfLife: z.number().min(1) }),
])

const ownModule = z.strictObject({
  name: z.string(),
  sha256: z.string(),
  file: z.string(),
  usualPriors: z.record(z.string(), z.union([positive, z.literal('learned')])),
})

/** The plan of a manifest, self-contained, as `requirePlan` returns it. */
const plan = z.strictObject({
  categories: counts,
  question: z
    .union([
      z.strictObject({ from: z.number(), to: z.number(), bins: count }),
      z.strictObject({ edges: z.array(z.number()) }),
    ])
    .exactOptional(),
  by: z.array(z.string()).exactOptional(),
  questions: z.record(z.string(), z.union([count, z.array(z.string())])).exactOptional(),
  ask: z.enum(['pairs', 'singles']).exactOptional(),
  users: counts,
  epsilon: z.array(positive),
  truth: z.array(truth),
  strategies: z.array(z.string()),
  sampler: z.array(z.string()),
  prior: z.array(z.union([positive, z.enum(['learned', 'smooth'])])),
  groupSize: counts,
  memory: z.array(memory),
  goal: z.array(z.union([z.string(), z.array(z.string())])).exactOptional(),
  confidence: z.array(z.number()).exactOptional(),
  guarantee: z.array(z.enum(GUARANTEES)).exactOptional(),
  runs: count,
  seed: z.union([z.string(), z.number()]),
  anytime: z.boolean().exactOptional(),
  runLength: z.number().positive().exactOptional(),
  use: z.array(ownModule).exactOptional(),
})

/** A manifest, as `openSweep` writes it. */
export const manifestSchema = z.strictObject({
  id: z.string(),
  format: z.literal(FORMAT),
  plan,
  runs: count,
  versions: z.strictObject({
    adobest: z.string(),
    node: z.string(),
    revision: z.string().nullable(),
  }),
  started: z.string(),
})
