import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/**
 * A disk of a test's own, in memory, gone after the tests of the file.
 *
 * @param at where it is mounted
 * @param kilobytes its size
 * @returns whether it could be mounted: that takes the system administrator
 */
export function mountDisk(at: string, kilobytes: number): boolean {
  mkdirSync(at, { recursive: true })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'adobest-test', at])
  if (status !== 0) return false
  afterAll(() => {
    spawnSync('umount', [at])
  })
  return true
}

/** Leaves so many kilobytes free of an empty disk of this size, by a file. */
export function fillDisk(at: string, kilobytes: number, free: number): void {
  writeFileSync(join(at, 'filler'), new Uint8Array(1024 * (kilobytes - free)))
}
