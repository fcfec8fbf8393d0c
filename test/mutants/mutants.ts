/** Changes of a source file that alter what it does, each of which some test of it has to notice. */
export interface Mutants {
  readonly file: string
  /** The tests that are run; by default the test of the same path. */
  readonly tests?: readonly string[]
  /** Of these tests, those whose names match; by default all. */
  readonly only?: string
  /** Exact texts, each of which occurs once: before and after. */
  readonly changes: readonly (readonly [before: string, after: string])[]
}

/** The test of the same path. */
export function testOf(file: string): string {
  return file.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts')
}
