/**
 * Builds the library by tsdown's function, because its command warns of Node 20, which this package supports.
 *
 *     node build.mjs
 *     node build.mjs --quiet
 *     node build.mjs --config bench/tsdown.config.ts
 */
import { parseArgs } from 'node:util'
import { build } from 'tsdown'

const { quiet, config } = parseArgs({
  options: { quiet: { type: 'boolean', default: false }, config: { type: 'string' } },
}).values
await build({ ...(quiet && { logLevel: 'warn' }), ...(config !== undefined && { config }) })
