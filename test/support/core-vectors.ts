import { readFileSync } from 'node:fs'

interface CoreVectors {
  readonly mechanisms: {
    readonly categories: number
    readonly subset: number[]
    readonly epsilon: number
    readonly epsilon1: number
    readonly epsilon2: number | null
    readonly auditedEpsilon: number
    readonly matrix: number[][]
  }[]
  readonly utilities: {
    readonly theta: number[]
    readonly epsilon: number
    readonly epsilon1: number
    readonly utilities: Record<string, number[]>
    readonly bestSize: Record<string, number>
  }[]
}

/** The vectors of mechanisms and utilities, made with dense matrices by the algorithms' branches. */
export const CORE: CoreVectors = JSON.parse(
  readFileSync(new URL('../vectors/core.json', import.meta.url), 'utf8'),
)
