import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { takeLock } from '../../src/data/lock.ts'
import { builtModule } from '../support/command.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder()
const locks = (name: string) => readdirSync(at('.')).filter(file => file.startsWith(`${name}.lock`))

/** What releases the locks that were taken, of twenty attempts at the same time. */
async function takeTwenty(name: string) {
  const attempts = Array.from({ length: 20 }, () => takeLock(at(name), name))
  const settled = await Promise.allSettled(attempts)
  return settled.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
}

/** A lock as this process would leave it, with some parts changed. */
async function leaveLock(name: string, changed: object): Promise<void> {
  const release = await takeLock(at(name), name)
  const left = JSON.parse(readFileSync(at(`${name}.lock.1`), 'utf8'))
  await release()
  writeFileSync(at(`${name}.lock.1`), JSON.stringify({ ...left, ...changed }))
}

test('one holder at a time; a lock that was released can be taken again, and leaves no file', async () => {
  const release = await takeLock(at('a'), 'a')
  await expect(takeLock(at('a'), 'a')).rejects.toThrow(
    `a: expected a file that no other process has in use; process ${process.pid} has it`,
  )
  await (await takeLock(at('b'), 'b'))()
  await release()
  await (await takeLock(at('a'), 'a'))()
  expect([...locks('a'), ...locks('b')]).toEqual([])
})

test('of many that come at the same time, one takes it', async () => {
  const releases = await takeTwenty('many')
  expect(releases).toHaveLength(1)
  await releases[0]()
  expect(locks('many')).toEqual([])
})

test('a live process keeps it; once that is killed, one of many that come at the same time takes it', async () => {
  const script = `
    import { takeLock } from '${builtModule('data/lock')}'
    await takeLock(${JSON.stringify(at('killed'))}, 'killed')
    console.log('taken')
    setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script])
  try {
    await once(holder.stdout, 'data')
    await expect(takeLock(at('killed'), 'killed')).rejects.toThrow(`process ${holder.pid} has it`)
  } finally {
    holder.kill('SIGKILL')
    await once(holder, 'exit')
  }
  const releases = await takeTwenty('killed')
  expect(releases).toHaveLength(1)
  expect(locks('killed')).toEqual(['killed.lock.2'])
  await releases[0]()
})

describe('of a lock that was left', () => {
  test.runIf(existsSync('/proc/self/stat'))(
    'an earlier process with the number of a live one is gone',
    async () => {
      await leaveLock('reused', { begun: 'an earlier boot 1' })
      await (await takeLock(at('reused'), 'reused'))()
      expect(locks('reused')).toEqual([])
    },
  )

  test('a process of another machine may live: the refusal says what to remove if it does not', async () => {
    await leaveLock('far', { host: `not-${hostname()}` })
    await expect(takeLock(at('far'), 'far')).rejects.toThrow(
      `process ${process.pid} of the machine not-${hostname()} has it (if that process is gone, remove ${at('far.lock.1')})`,
    )
    expect(locks('far')).toEqual(['far.lock.1'])
  })

  test('a process of another container may live, though no process here has its number', async () => {
    await leaveLock('near', { container: 'a-boot pid:[4026532189]', pid: 2 ** 22 + 1 })
    await expect(takeLock(at('near'), 'near')).rejects.toThrow(
      `process ${2 ** 22 + 1} of another container has it (if that process is gone, remove ${at('near.lock.1')})`,
    )
    expect(locks('near')).toEqual(['near.lock.1'])
  })

  test.each(['9007199254740993', '9'.repeat(40)])('the number %s is one like any other', async number => {
    writeFileSync(at(`absurd.lock.${number}`), '{}')
    const release = await takeLock(at('absurd'), 'absurd')
    expect(locks('absurd')).toEqual([`absurd.lock.${BigInt(number) + 1n}`])
    expect(await takeTwenty('absurd')).toEqual([])
    await release()
  })

  test.each([2 ** 53, 2 ** 31, 0, -1, 1.5])('the process %j is none', async pid => {
    await leaveLock('nobody', { pid })
    await (await takeLock(at('nobody'), 'nobody'))()
    expect(locks('nobody')).toEqual([])
  })

  test.each(['', 'null', '{"pid":'])('the text %j names nobody', async text => {
    writeFileSync(at('empty.lock.7'), text)
    const release = await takeLock(at('empty'), 'empty')
    expect(locks('empty')).toEqual(['empty.lock.8'])
    await release()
  })
})
