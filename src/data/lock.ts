import { randomUUID } from 'node:crypto'
import { link, readdir, readFile, readlink, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { InputError } from './input-error.ts'

/** The process that holds a lock. */
interface Holder {
  readonly host: string
  /** The container, if its processes have numbers of their own. */
  readonly container?: string
  readonly pid: number
  /** Start of the process, if the system tells it. It distinguishes the process from a later one with the same number. */
  readonly begun?: string
}

/**
 * Takes the lock on a file, which at most one process can hold. Returns a function that releases it. A process that has ended in any way
 * does not hold it any longer.
 *
 * A lock is a file beside the locked one, `FILE.lock.1`, that names its holder. If the holder has ended, the next process takes
 * `FILE.lock.2`, and then removes the first lock. A lock is never overwritten, so of two processes that find the same dead holder at the
 * same time, only one can succeed it.
 *
 * @param file full path of the file
 * @param name name of the file in errors
 * @throws InputError if another process holds the lock
 */
export async function takeLock(file: string, name: string): Promise<() => Promise<void>> {
  const draft = `${file}.lock-${randomUUID().slice(0, 8)}`
  await writeFile(draft, JSON.stringify(await thisProcess()), { flag: 'wx' })
  try {
    for (;;) {
      const dead = await deadLocks(file, name)
      let last = 0n
      for (const number of dead) if (number > last) last = number
      const own = `${file}.lock.${last + 1n}`
      if (!(await linked(draft, own))) continue
      try {
        // Checks again, because a process that read the folder before this lock existed may have taken another number.
        for (const number of await deadLocks(file, name, own)) await unlink(`${file}.lock.${number}`)
      } catch (error) {
        await unlink(own)
        throw error
      }
      return () => unlink(own)
    }
  } finally {
    await unlink(draft)
  }
}

/**
 * The numbers of the locks whose processes have ended. They may be of any size, because other files may have such names.
 *
 * @param own the lock of this process, which is ignored
 * @throws InputError if the process of a lock may still run
 */
async function deadLocks(file: string, name: string, own?: string): Promise<bigint[]> {
  const prefix = `${basename(file)}.lock.`
  const dead: bigint[] = []
  for (const entry of await readdir(dirname(file))) {
    const number = entry.startsWith(prefix) ? entry.slice(prefix.length) : ''
    const path = join(dirname(file), entry)
    if (!/^[1-9]\d*$/.test(number) || path === own) continue
    const text = await textOf(path)
    if (text === undefined) continue
    const holder = holderOf(text)
    const isNear = holder?.host === hostname() && holder.container === (await thisContainer())
    // A process elsewhere is assumed to run, because that cannot be checked.
    if (holder !== undefined && (!isNear || (await lives(holder)))) refuseSecond(holder, isNear, name, path)
    dead.push(BigInt(number))
  }
  return dead
}

function refuseSecond({ host, pid }: Holder, isNear: boolean, name: string, path: string): never {
  const place = host === hostname() ? 'another container' : `the machine ${host}`
  const holder = isNear
    ? `process ${pid} has it`
    : `process ${pid} of ${place} has it (if that process is gone, remove ${path})`
  throw new InputError(`${name}: expected a file that no other process has in use; ${holder}`)
}

/** The largest process number of any system. */
const LARGEST_PID = 2 ** 31 - 1

/** The holder named by a lock; undefined if there is none, because the machine stopped before the text was on disk. */
function holderOf(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text)
    const { pid } = holder
    return Number.isInteger(pid) && pid >= 1 && pid <= LARGEST_PID ? holder : undefined
  } catch {
    return undefined
  }
}

async function thisProcess(): Promise<Holder> {
  const { pid } = process
  return { host: hostname(), container: await thisContainer(), pid, begun: await beginningOf(pid) }
}

/** The PID namespace of the machine itself, which is the same on every Linux. */
const NO_CONTAINER = 'pid:[4026531836]'

/**
 * The PID namespace of this process, with the machine's last boot, because containers on different machines may have the same namespace.
 * Undefined in the machine's own namespace, and on systems other than Linux.
 */
async function thisContainer(): Promise<string | undefined> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => NO_CONTAINER)
  return namespace === NO_CONTAINER ? undefined : `${await thisBoot()} ${namespace}`
}

async function thisBoot(): Promise<string | undefined> {
  return (await textOf('/proc/sys/kernel/random/boot_id'))?.trim()
}

/** Whether a process of this machine, or of this container, still runs. */
async function lives({ pid, begun }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
  return begun === (await beginningOf(pid))
}

/** Start of a process, on Linux; undefined on other systems, and for a process that has ended. */
async function beginningOf(pid: number): Promise<string | undefined> {
  const [boot, stat] = await Promise.all([thisBoot(), textOf(`/proc/${pid}/stat`)])
  if (boot === undefined || stat === undefined) return undefined
  // The program's name, in parentheses, may contain anything; the third field follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const hasEnded = fields[0] === 'Z' || fields[0] === 'X'
  return hasEnded ? undefined : `${boot} ${fields[22 - 3]}`
}

/** Gives the file a further name. Returns false if the name is taken. */
async function linked(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The text of a file; undefined if there is none, or if it describes a process that has just ended. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return undefined
    throw error
  }
}
