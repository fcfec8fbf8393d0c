/** Shares of cells, or of tables `[u][v]`. */
type Cells = readonly number[] | readonly (readonly number[])[]

/** Posterior of a law. */
export interface Law {
  readonly about?: string | readonly string[]
  readonly group?: string
  readonly people: number
  readonly labels: readonly string[] | readonly (readonly string[])[]
  readonly estimate: Cells
  readonly interval: { readonly lower: Cells; readonly upper: Cells }
  /** Absent from published results. */
  readonly answered?: readonly number[]
  readonly expectation?: Value
  readonly quantiles?: readonly (Value & { readonly p: number })[]
}

export interface Value {
  readonly mean: number
  readonly lower: number
  readonly upper: number
}

/** Decision on a goal. */
export interface Decision {
  readonly goal: string
  readonly settled: boolean
  readonly answer: number | boolean | string | readonly (string | number)[]
  readonly probability: number
  /** The approximate number of further people; null if it is not known yet. */
  readonly needed: number | null
}

export interface Query {
  readonly query: string
  readonly unit?: string
  readonly mean: number
  readonly sd: number
  readonly interval: readonly [lower: number, upper: number]
}

export interface Question {
  readonly text: string
  readonly unit?: string
  readonly items?: readonly string[]
}

/** Results that a survey may publish. */
export interface Published {
  readonly survey: {
    readonly title: string
    readonly questions: { readonly [name: string]: Question }
    readonly public?: { readonly [variable: string]: readonly string[] }
    readonly epsilon: number
    readonly smallestBatch: number
  }
  readonly closed: string | null
  readonly tallied: number
  readonly laws?: readonly Law[]
  readonly anytime?: { readonly lower: readonly number[]; readonly upper: readonly number[] }
}

/** Additional results for the operator and for reports. */
export interface Detailed extends Published {
  readonly answers: number
  readonly decisions: readonly Decision[]
  readonly queries: readonly Query[]
  readonly auditedEpsilon: number
  readonly changes?: readonly { readonly at: number; readonly categories: readonly number[] }[]
  readonly liars: number | null
  readonly warnings: readonly string[]
  readonly groups?: readonly { readonly group: string; readonly invited: number; readonly answered: number }[]
}

/** Results that only the operator of a running survey sees. */
export interface Results extends Detailed {
  readonly waiting: number
  readonly waitsLong: readonly {
    readonly group: string
    readonly about: readonly string[]
    readonly answers: number
    readonly seconds: number
  }[]
  readonly refused: Readonly<Record<string, number>>
  readonly invitations: { readonly issued: number; readonly open?: number; readonly abandoned?: number }
  readonly requests: readonly object[]
  readonly asked: readonly {
    readonly about: readonly string[]
    readonly weight: number
    readonly group?: string
  }[]
  readonly sealedSecondsAgo: number | null
}
