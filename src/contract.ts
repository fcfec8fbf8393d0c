/** The rules that the built-in kinds are tested by, to test your own kinds with: plain functions that list what is wrong. */

export { mechanismContract } from './contract/mechanism.ts'
export { samplerContract } from './contract/sampler.ts'
export { strategyContract } from './contract/strategy.ts'
export { utilityContract } from './contract/utility.ts'
export type { Violation } from './contract/violation.ts'
