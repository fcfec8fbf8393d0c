import { loadPackages } from '../check/packages.ts'
import { orFailure } from './failure.ts'

/** The optional packages that are used by the parts that need Node.js. */
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

/** What figures are drawn by, as SVG and PNG. */
export const FIGURE_PACKAGES = ['@observablehq/plot', '@resvg/resvg-js', 'linkedom'] as const

/**
 * Loads these packages, none of which is loaded earlier. Work that needs several of them asks for all of them before it
 * starts, so that one line says what is missing and no work is lost.
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
