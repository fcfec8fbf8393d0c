import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BINARIES, compile } from '../../assembly/compile.ts'

test.each(['langevin', 'packed-sums'] as const)(
  'the library’s binary of %s is what its source compiles to',
  async source => {
    const binary = new URL(`../../${BINARIES[source]}`, import.meta.url)
    expect(readFileSync(binary, 'utf8')).toBe(await compile(source))
  },
)
