import { loadPackages } from '../check/packages.ts'
import { orFailure } from './failure.ts'

/** The optional packages of the parts that need Node.js. */
const LOADERS = {
  '@duckdb/node-api': () => import('@duckdb/node-api'),
  '@observablehq/plot': () => import('@observablehq/plot'),
  '@resvg/resvg-js': () => import('@resvg/resvg-js'),
  bullmq: () => import('bullmq'),
  'cli-progress': () => import('cli-progress'),
  ioredis: () => import('ioredis'),
  linkedom: () => import('linkedom'),
  piscina: () => import('piscina'),
  'simple-statistics': () => import('simple-statistics'),
  zod: () => import('zod'),
}

type Name = keyof typeof LOADERS

/** Packages that draw figures, as SVG and PNG. */
export const FIGURE_PACKAGES = ['@observablehq/plot', '@resvg/resvg-js', 'linkedom'] as const

/**
 * Loads optional packages. Work that needs several of them must request all of them before it starts, so that one line names all missing
 * packages and no work is lost.
 *
 * @throws MissingPackages; Failure if one is installed but cannot be loaded, for instance without its native part
 * @example
 * const { zod, piscina } = await requirePackages('zod', 'piscina')
 */
export function requirePackages<N extends Name>(...names: N[]) {
  const loaders = Object.fromEntries(names.map(name => [name, LOADERS[name]])) as Pick<typeof LOADERS, N>
  return orFailure(`expected to load ${names.join(', ')}; npm install restores what is missing`, () =>
    loadPackages(loaders),
  )
}
