import { bundle } from '../../build.mjs'

/** Builds the collector once, before all tests. */
export default async function setup(): Promise<void> {
  await bundle()
}
