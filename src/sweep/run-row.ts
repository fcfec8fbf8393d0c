import { byName, list, number, orNull, type Stored, struct, text, whole, yesOrNo } from './shape.ts'

const share = number({ min: 0 })
const numbers = list(number())
const recorded = orNull(numbers)

const ESTIMATE = {
  /** The posterior mean. */
  estimate: numbers,
  /** The ends of its 95 % intervals; null where they are not recorded. */
  lower: recorded,
  upper: recorded,
}

/** A law that the answers of a run are about, beside its truth. That of a table has the cell `u + size(u)·v`. */
const LAW = struct({
  /** What it is of: a group, a question, or the two of a table; of nothing where a run has a single law. */
  about: list(text),
  /** How many people have answered: those of the group or, where there is none, all. */
  people: whole(0),
  /** Where the truth moves: its mean over all people or, with a memory that forgets, the truth of the last person. */
  truth: numbers,
  ...ESTIMATE,
  /** What the answers of the group alone say; null where there are no groups. */
  separate: orNull(struct(ESTIMATE)),
  /** How strongly the questions of a table are associated, with the ends of the 95 % interval; null where there is no table. */
  cramersV: orNull(struct({ mean: share, lower: share, upper: share, truth: share })),
})

/** What a run says of one of its goals. */
const DECISION = struct({
  /** Its canonical text. */
  goal: text,
  /** The number of people until all goals were settled; if they were not, all of them. */
  answers: whole(1),
  /** Whether the answers were enough. */
  settled: yesOrNo,
  /** The likeliest answer, in a word or two. */
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
  /** The truth of the last person so far; null where the truth does not move. */
  truthNow: recorded,
  /** The mean of the truths of all people so far; null where the truth does not move. */
  truthMean: recorded,
  /** The ends of the band that holds at every look; null where none was asked for. */
  anytimeLower: recorded,
  anytimeUpper: recorded,
})

/** A change that was noticed at an answer, since about another. */
const CHANGE = struct({
  at: whole(1, 'DOUBLE'),
  since: whole(0, 'DOUBLE'),
  categories: list(whole(0, 'INTEGER')),
})

/** The row of a run: the one description from which its type, its columns and its check follow. */
export const ROW = struct({
  /** Its seed, its strategy and the modules that it uses: everything that determines its numbers. */
  name: text,
  /** The name of the strategy. */
  strategy: text,
  /** The privacy level ε that was asked for. */
  epsilon: number(),
  /** Concentration of the truth's Dirichlet law; null where the truth is not drawn. */
  rho: orNull(number()),
  /** Where the truth comes from. */
  truthName: text,
  /** Number of categories K; of questions, of the cells of all views that were asked about. */
  categories: whole(2, 'INTEGER'),
  /** Number of people. */
  users: whole(1),
  /** Counts from 1. */
  run: whole(1, 'INTEGER'),
  /** The seed for `simulate`, which plays the run again. */
  seed: text,
  /** The name of the sampler. */
  sampler: text,
  /** `learned`, `smooth`, `pooled`, `latent-classes` or a number. */
  prior: text,
  /** People who answered the same request. */
  groupSize: whole(1),
  /** How much old answers counted: `all`, `learned`, `window:n` or `half-life:n`. */
  memory: text,
  /** The name of the goal, or of several that were to be settled together; `'none'` if there was none. */
  goal: text,
  /** One law of one question, one of each group, one of each table, or one of each question. */
  laws: list(LAW),
  /** How far the estimates are from the truth, by the names of the measures; each is a mean over the laws. */
  measures: byName(share),
  /** How it ended, goal by goal. */
  decisions: list(DECISION),
  /** Mean of |S_t|; plain SRR counts 0. */
  meanSubsetSize: share,
  /** The largest exact level of all the channels that were used. */
  auditedEpsilon: share,
  /** Wall-clock time. */
  seconds: share,
  /** The checkpoints of the first run of each strategy and setting; null for other runs. */
  trajectory: orNull(list(CHECKPOINT)),
  /** The changes that were noticed; null where they were not looked for. */
  changes: orNull(list(CHANGE)),
})

/** A finished run, as it is stored. */
export interface RunRow extends Stored<typeof ROW> {}

/** What a run says of one of its laws. */
export type StoredLaw = Stored<typeof LAW>

/** A checkpoint of a run, as it is stored. */
export type StoredCheckpoint = Stored<typeof CHECKPOINT>

/** A change that was noticed, as it is stored. */
export type StoredChange = Stored<typeof CHANGE>

/** How folders of sweeps are written: 2 has these rows, in parts whose names say their checksums. */
export const FORMAT = 2

/** Probability of the stored intervals. */
export const INTERVAL_PROBABILITY = 0.95
