import { createRequire } from 'node:module'
import type loader from 'highs'

/** A sum of terms `coefficient · variable`. */
type Terms = readonly (readonly [coefficient: number, variable: string])[]

export interface LinearProgram {
  readonly sense: 'Maximize' | 'Minimize'
  readonly objective: Terms
  readonly rows: readonly {
    readonly terms: Terms
    readonly relation: '<=' | '>=' | '='
    readonly value: number
  }[]
}

// Loaded with require, because the types of the package are those of its CommonJS form.
const highs = await (createRequire(import.meta.url)('highs') as typeof loader.default)()

/** The optimum of a linear program in non-negative variables, and the prices (dual values) of its rows, computed by HiGHS. */
export function solve({ sense, objective, rows }: LinearProgram): {
  value: number
  at: (variable: string) => number
  prices: number[]
} {
  const text = [
    sense,
    `obj: ${write(objective)}`,
    'Subject To',
    ...rows.map(({ terms, relation, value }, i) => `r${i}: ${write(terms)} ${relation} ${value}`),
    'End',
  ].join('\n')
  const tight = { primal_feasibility_tolerance: 1e-10, dual_feasibility_tolerance: 1e-10, output_flag: false }
  const solution = highs.solve(text, tight)
  if (solution.Status !== 'Optimal') throw new Error(`the linear program is ${solution.Status}`)
  const columns = solution.Columns as Record<string, { Primal: number }>
  const prices = solution.Rows.map(row => (row as { Dual: number }).Dual)
  return { value: solution.ObjectiveValue, at: variable => columns[variable].Primal, prices }
}

function write(terms: Terms): string {
  return terms
    .map(([coefficient, variable]) => `${coefficient < 0 ? '-' : '+'} ${Math.abs(coefficient)} ${variable}`)
    .join(' ')
}
