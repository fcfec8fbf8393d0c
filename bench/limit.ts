import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withTemporaryFolder } from '../src/data/temporary.ts'
import type { Contender } from './pairs.ts'

const FLAGS = ['-O3', '-march=native', '-ffast-math']
/** Included before the program, this makes it time itself by the processor's clock. */
const CPU_CLOCK =
  '#include <time.h>\n#undef CLOCK_MONOTONIC\n#define CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID\n'
const LINE = /^(dense|levels) .*: ([\d.]+) s\/run/gm

/** The settings of the yardstick in C (`limit.c`). */
export interface LimitSettings {
  readonly categories: number
  readonly users: number
  readonly epsilon: number
  readonly rho: number
}

/**
 * Compiles the yardstick and runs `body` with it as a contender that has the two parts `dense` and `levels`, or with undefined
 * if there is no C compiler. The yardstick times itself, without its start: one process by the wall clock, a second by the
 * processor's clock.
 */
export async function withLimit<T>(
  { categories, users, epsilon, rho }: LimitSettings,
  body: (limit: Contender | undefined) => Promise<T> | T,
): Promise<T> {
  if (spawnSync('cc', ['--version']).error) return body(undefined)
  return withTemporaryFolder(join(tmpdir(), 'limit-'), async folder => {
    const clock = join(folder, 'clock.h')
    writeFileSync(clock, CPU_CLOCK)
    const source = join('bench', 'limit.c')
    const compile = (name: string, ...flags: string[]) => {
      const program = join(folder, name)
      execFileSync('cc', [...FLAGS, ...flags, '-o', program, source, '-lm'])
      return program
    }
    const byWall = compile('by-wall')
    const byProcessor = compile('by-processor', '-include', clock)
    const args = [categories, users, epsilon, rho, 1].map(String)
    const seconds = (program: string) => {
      const out = execFileSync(program, args, { encoding: 'utf8' })
      return Object.fromEntries(Array.from(out.matchAll(LINE), ([, way, time]) => [way, Number(time)]))
    }
    return body(() => {
      const elapsed = seconds(byWall)
      const cpu = seconds(byProcessor)
      return {
        dense: { cpu: cpu.dense, elapsed: elapsed.dense },
        levels: { cpu: cpu.levels, elapsed: elapsed.levels },
      }
    })
  })
}
