import { byName, list, number, orNull, type Stored, struct, text, whole, yesOrNo } from './shape.ts'

const share = number({ min: 0 })
const numbers = list(number())
const numbersOrNull = orNull(numbers)

const ESTIMATE = {
  /** The posterior mean. */
  estimate: numbers,
  /** Bounds of the 95 % intervals; null if they are not recorded. */
  lower: numbersOrNull,
  upper: numbersOrNull,
}

/** An estimated distribution of a run, with its truth. In a table, cell (u, v) has the index `u + size(u)·v`. */
const LAW = struct({
  /** The group, the question, or the two questions of a table; empty in a run with a single distribution. */
  about: list(text),
  /** Number of answers, of the group or of all people. */
  people: whole(0),
  /** The truth. If it moves, its mean over all people or, with a memory that forgets, the truth of the last person. */
  truth: numbers,
  ...ESTIMATE,
  /** Estimate from the answers of the group alone; null without groups. */
  separate: orNull(struct(ESTIMATE)),
  /** Cramér's V of the two questions of a table, with the ends of its 95 % interval; null without a table. */
  cramersV: orNull(struct({ mean: share, lower: share, upper: share, truth: share })),
})

/** Decision of a run about one of its goals. */
const DECISION = struct({
  /** The goal's canonical text. */
  goal: text,
  /** Number of people until all goals were settled; the number of all people if they were not. */
  answers: whole(1),
  /** Whether the answers were enough. */
  settled: yesOrNo,
  /** The likeliest answer, in a few words. */
  decision: text,
  /** Whether that answer is right, settled or not. */
  correct: yesOrNo,
})

/** A checkpoint of a run with a single law. */
const CHECKPOINT = struct({
  answers: whole(1, 'DOUBLE'),
  mean: numbers,
  lower: numbers,
  upper: numbers,
  subsetSize: share,
  /** The truth of the last person so far; null for a constant truth. */
  truthNow: numbersOrNull,
  /** The mean of the truths of all people so far; null for a constant truth. */
  truthMean: numbersOrNull,
  /** The ends of the band that holds at every look; null if it was not requested. */
  anytimeLower: numbersOrNull,
  anytimeUpper: numbersOrNull,
})

/** A detected change: the answer at the alarm, and the estimated answer of the change. */
const CHANGE = struct({
  at: whole(1, 'DOUBLE'),
  since: whole(0, 'DOUBLE'),
  categories: list(whole(0, 'INTEGER')),
})

/** The row of a run. Its type, its columns and its check are derived from this description. */
export const ROW = struct({
  /** The run's seed, strategy and modules, which determine its numbers. */
  name: text,
  /** The name of the strategy. */
  strategy: text,
  /** The nominal privacy level ε. */
  epsilon: number(),
  /** Concentration of the truth's Dirichlet law; null for a truth that is not drawn. */
  rho: orNull(number()),
  /** Where the truth comes from. */
  truthName: text,
  /** Number of categories K; for several questions, the number of cells of all requested views. */
  categories: whole(2, 'INTEGER'),
  /** Number of people. */
  users: whole(1),
  /** Counts from 1. */
  run: whole(1, 'INTEGER'),
  /** The seed for `simulate`, which plays the run again. */
  seed: text,
  /** The name of the sampler. */
  sampler: text,
  /** `learned`, `smooth`, `pooled`, `joint` or a number. */
  prior: text,
  /** People who answered the same request. */
  groupSize: whole(1),
  /** The weights of old answers: `all`, `learned`, `window:n` or `half-life:n`. */
  memory: text,
  /** The name of the goal, or of several; `'none'` without a goal. */
  goal: text,
  /** The estimated laws: one in all, one for each group, one for each table, or one for each question. */
  laws: list(LAW),
  /** Errors of the estimates, by the names of the measures; each is a mean over the laws. */
  measures: byName(share),
  /** The decisions, goal by goal. */
  decisions: list(DECISION),
  /** Mean of |S_t|; plain SRR counts 0. */
  meanSubsetSize: share,
  /** The largest exact level of all the channels that were used. */
  auditedEpsilon: share,
  /** Wall-clock time. */
  seconds: share,
  /** The checkpoints of the first run of each strategy and setting; null for other runs. */
  trajectory: orNull(list(CHECKPOINT)),
  /** The detected changes; null without a change detector. */
  changes: orNull(list(CHANGE)),
})

/** A finished run in its stored form. */
export interface RunRow extends Stored<typeof ROW> {}

/** An estimated distribution of a run. */
export type StoredLaw = Stored<typeof LAW>

/** A checkpoint of a run in its stored form. */
export type StoredCheckpoint = Stored<typeof CHECKPOINT>

/** A detected change in its stored form. */
export type StoredChange = Stored<typeof CHANGE>

/** Version of the format of sweeps' folders. Version 2 has the rows of `ROW`, in parts with checksums in their names. */
export const FORMAT = 2

/** Probability of the stored intervals. */
export const INTERVAL_PROBABILITY = 0.95
