import { z } from 'zod'

const count = z.int().min(1)
const counts = z.array(count)
const positive = z.number().positive()

const truth = z.union([
  z.strictObject({ dirichlet: positive }),
  z.strictObject({ vector: z.array(z.number().nonnegative()).min(2) }),
  z.strictObject({ file: z.string(), column: z.string(), counts: z.array(z.int().nonnegative()).min(2) }),
])

const ownModule = z.strictObject({
  name: z.string(),
  sha256: z.string(),
  file: z.string(),
  usualPriors: z.record(z.string(), z.union([positive, z.literal('learned')])),
})

/** The plan of a manifest: as `requirePlan` gives it, with all that it needs in it. */
const plan = z.strictObject({
  categories: counts,
  users: counts,
  epsilon: z.array(positive),
  truth: z.array(truth),
  strategies: z.array(z.string()),
  sampler: z.array(z.string()),
  prior: z.array(z.union([positive, z.literal('learned')])),
  groupSize: counts,
  runs: count,
  seed: z.union([z.string(), z.number()]),
  use: z.array(ownModule).exactOptional(),
})

/** A manifest, as `openSweep` writes it. */
export const manifestSchema = z.strictObject({
  id: z.string(),
  plan,
  runs: count,
  versions: z.strictObject({
    adobest: z.string(),
    node: z.string(),
    revision: z.string().nullable(),
  }),
  started: z.string(),
})
