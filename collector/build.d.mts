import type { Plugin } from 'esbuild'

export function bundle(options?: { outdir?: string; plugins?: Plugin[] }): Promise<void>
export function isStale(): boolean
