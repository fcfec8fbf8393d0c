/** What is stored of the groups of a run, besides their pooled estimates and their truths. */
export interface StoredGroups {
  readonly names: string[]
  /** How many people of each have answered. */
  readonly people: number[]
  /** The estimates from each group's own answers alone, one group's after another's; so are the intervals. */
  readonly separate: number[]
  /** The ends of the pooled 95 % intervals; null where they are not recorded, as all that follows. */
  readonly lower: number[] | null
  readonly upper: number[] | null
  /** The ends of the intervals from each group's own answers alone. */
  readonly separateLower: number[] | null
  readonly separateUpper: number[] | null
}

/** What is stored of the tables of a run, besides their estimates and their truths. */
export interface StoredTables {
  /** The attributes of each view: two of a table, one where people are asked about single attributes. */
  readonly views: string[][]
  /** Of each table, Cramér's V, the ends of its 95 % interval, and its truth; null where single attributes were asked about. */
  readonly cramersV: number[] | null
  readonly cramersVLower: number[] | null
  readonly cramersVUpper: number[] | null
  readonly cramersVTruth: number[] | null
  /** The ends of the 95 % intervals of all cells; null where they are not recorded. */
  readonly lower: number[] | null
  readonly upper: number[] | null
}

/** A checkpoint of a run, as it is stored. */
export interface StoredCheckpoint {
  readonly answers: number
  readonly mean: number[]
  readonly lower: number[]
  readonly upper: number[]
  readonly subsetSize: number
  /** The truth of the last person so far; null where the truth does not move, and in older parts. */
  readonly truthNow: number[] | null
  /** The mean of the truths of all people so far; null in the same cases. */
  readonly truthMean: number[] | null
  /** The ends of the band that holds at every look; null where no band was asked for, and in older parts. */
  readonly anytimeLower: number[] | null
  readonly anytimeUpper: number[] | null
}

/** A change that was noticed, as it is stored. */
export type StoredChange = { readonly at: number; readonly since: number; readonly categories: number[] }

/** A finished run, as it is stored. */
export interface RunRow {
  /** Its seed, its strategy and the modules that it uses: everything that determines its numbers. */
  readonly name: string
  /** The name of the strategy. */
  readonly strategy: string
  /** The privacy level ε that was asked for. */
  readonly epsilon: number
  /** Concentration of the truth's Dirichlet law; null where the truth is not drawn. */
  readonly rho: number | null
  /** Where the truth comes from. */
  readonly truthName: string
  /** Number of categories K; of attributes, of the cells of all views that were asked about. */
  readonly categories: number
  /** Number of people. */
  readonly users: number
  /** Counts from 1. */
  readonly run: number
  /** The seed for `simulate`, which plays the run again. */
  readonly seed: string
  /** The name of the sampler. */
  readonly sampler: string
  /** `learned`, `smooth`, `pooled`, `latent-classes` or a number. */
  readonly prior: string
  /** People who answered the same request. */
  readonly groupSize: number
  /** How much old answers counted: `all`, `learned`, `window:n` or `half-life:n`. */
  readonly memory: string
  /** The name of the goal; `'none'` if there was none. */
  readonly goal: string
  /** Distance of the estimate to the truth, from 0 to 1; of groups, the mean over their pooled estimates, and of attributes over all views. */
  readonly totalVariation: number
  /** Distance of the estimate to the truth of the last person; null of groups and attributes, and in older parts. */
  readonly totalVariationNow: number | null
  /** The Wasserstein distance W1 of the estimate to the truth, in the units of the range; null where people hold categories, and in older parts. */
  readonly wasserstein: number | null
  /** The mean distance of groups' estimates from their own answers alone; null where there are no groups, and in older parts. */
  readonly separate: number | null
  /** The mean error of Cramér's V over all tables, without its sign; null where there are none, and in older parts. */
  readonly association: number | null
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were used. */
  readonly auditedEpsilon: number
  /** Wall-clock time. */
  readonly seconds: number
  /** The posterior mean, length K; of groups, one group's after another's, and of attributes one view's, whose cell is `u + size(u)·v`. */
  readonly estimate: number[]
  /** The truth, as long. Where it moves: its mean over all people or, with a memory that forgets, the truth of the last person. */
  readonly truth: number[]
  /** Mean width of the 95 % intervals; null in older parts. */
  readonly intervalWidth: number | null
  /** The share of the categories whose truth is within its interval; null in older parts. */
  readonly coverage: number | null
  /** The number of people until the goal was settled, or all of them; null without a goal, like the next three fields. */
  readonly answers: number | null
  /** Whether the answers were enough. */
  readonly settled: boolean | null
  /** The likeliest answer, in a word or two. */
  readonly decision: string | null
  /** Whether that answer is right, settled or not. */
  readonly correct: boolean | null
  /** The checkpoints of the first run of each strategy and setting; null for other runs. */
  readonly trajectory: StoredCheckpoint[] | null
  /** The changes that were noticed; null where they were not looked for, and in older parts. */
  readonly changes: StoredChange[] | null
  /** What is known of each group; null where there are none, and in older parts. */
  readonly groups: StoredGroups | null
  /** What is known of tables; null where people do not have several attributes, and in older parts. */
  readonly tables: StoredTables | null
}

/** Probability of the stored intervals. */
export const INTERVAL_PROBABILITY = 0.95

/** What a row without a goal says about how its run ended. */
export const UNASKED = { answers: null, settled: null, decision: null, correct: null } as const
