import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/data/failure.ts'
import { InputError } from '../../src/data/input-error.ts'
import { makeFolder, publish, publishFile, requireFile, requireFolder } from '../../src/data/publish.ts'
import { withTemporaryFolder } from '../../src/data/temporary.ts'
import { builtModule } from '../support/command.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({ 'a-file': 'x', 'old/one.txt': 'old', 'old/other.txt': 'other' })

test('files appear in the folder, which is made, and nothing else does', async () => {
  const files = await publish(at('new/deep'), async folder => {
    await writeFile(join(folder, 'two.txt'), '2')
    await writeFile(join(folder, 'one.txt'), '1')
  })
  expect(files).toEqual([at('new/deep/one.txt'), at('new/deep/two.txt')])
  expect(readdirSync(at('new/deep'))).toEqual(['one.txt', 'two.txt'])
  expect(readFileSync(at('new/deep/two.txt'), 'utf8')).toBe('2')
})

test('if writing fails, what was in the folder stays as it was', async () => {
  const failing = publish(at('old'), async folder => {
    await writeFile(join(folder, 'one.txt'), 'half')
    throw new Error('disk full')
  })
  await expect(failing).rejects.toThrow('disk full')
  expect(readdirSync(at('old'))).toEqual(['one.txt', 'other.txt'])
  expect(readFileSync(at('old/one.txt'), 'utf8')).toBe('old')
})

test('if writing fails, no folder is left that was made for it', async () => {
  const failing = publish(at('made/for/it'), () => Promise.reject(new Error('disk full')))
  await expect(failing).rejects.toThrow(Failure)
  await expect(failing).rejects.toThrow(/^[^\n]*made\/for\/it: expected room for results \(disk full\)$/)
  expect(existsSync(at('made'))).toBe(false)
})

test('mistakes of the program, and bad input, are not taken for a lack of room', async () => {
  for (const error of [new TypeError('no function'), new InputError('no query')]) {
    await expect(publish(at('other'), () => Promise.reject(error))).rejects.toBe(error)
  }
})

describe('a folder', () => {
  // Node.js itself would never return.
  test.runIf(process.platform === 'linux')('below /proc is refused at once', async () => {
    for (const folder of ['/proc/none', '/proc/none/deep']) {
      await expect(requireFolder(folder)).rejects.toThrow(
        `${folder}: expected a folder that can be made (ENOENT`,
      )
    }
  })

  test('that is made by several at once is made', async () => {
    const removals = await Promise.all(Array.from({ length: 8 }, () => makeFolder(at('by/many'))))
    expect(existsSync(at('by/many'))).toBe(true)
    for (const remove of removals) remove()
    expect(existsSync(at('by'))).toBe(false)
  })

  test('that cannot be made is bad input', async () => {
    await expect(makeFolder(at('a-file/folder'))).rejects.toThrow(InputError)
    await expect(requireFolder(at('a-file/folder'))).rejects.toThrow(InputError)
    await expect(requireFolder(at('a-file'))).rejects.toThrow(InputError)
  })

  test('that can be made is not left behind by the check', async () => {
    await requireFolder(at('to/be/made'))
    expect(existsSync(at('to'))).toBe(false)
    await requireFolder(at('old'))
    expect(existsSync(at('old'))).toBe(true)
  })

  test('is removed with those above it that are empty, and no others', async () => {
    const remove = await makeFolder(at('one/two/three'))
    await writeFile(at('one/kept.txt'), 'kept')
    remove()
    expect(readdirSync(at('one'))).toEqual(['kept.txt'])
    const again = await makeFolder(at('one'))
    again()
    expect(existsSync(at('one'))).toBe(true)
  })
})

test('a file is refused where a folder of its name is, or none can be for it; the check leaves nothing behind', async () => {
  await requireFile(at('for/a/file.txt'))
  expect(existsSync(at('for'))).toBe(false)
  await requireFile(at('old/one.txt'))
  await expect(requireFile(at('old'))).rejects.toThrow(
    /old: expected a file that can be written, not a folder$/,
  )
  await expect(requireFile(at('a-file/x'))).rejects.toThrow(/a-file: expected a folder that can be made/)
})

describe('where something else than a file has the name of the output', () => {
  const hasFifo = spawnSync('mkfifo', [at('fifo')]).status === 0
  const put = (file: string, text: string) =>
    publishFile(file, folder => writeFile(join(folder, basename(file)), text))

  test('a link stays, and the file that it leads to is replaced', async () => {
    mkdirSync(at('away'))
    symlinkSync('../away/page.html', at('old/link.html'))
    for (const text of ['first', 'second']) {
      await requireFile(at('old/link.html'))
      expect(await put(at('old/link.html'), text)).toBe(at('old/link.html'))
      expect(readFileSync(at('away/page.html'), 'utf8')).toBe(text)
    }
    expect(lstatSync(at('old/link.html')).isSymbolicLink()).toBe(true)
    await publish(at('old'), folder => writeFile(join(folder, 'link.html'), 'third'))
    expect(readFileSync(at('away/page.html'), 'utf8')).toBe('third')
    expect(lstatSync(at('old/link.html')).isSymbolicLink()).toBe(true)
    expect(readdirSync(at('away'))).toEqual(['page.html'])
  })

  test.runIf(hasFifo)('a pipe is written to, and stays', async () => {
    const reader = spawn('cat', [at('fifo')])
    const read = once(reader.stdout, 'data')
    await requireFile(at('fifo'))
    await put(at('fifo'), 'through the pipe')
    expect(String(await read)).toBe('through the pipe')
    expect(statSync(at('fifo')).isFIFO()).toBe(true)
    const again = once(spawn('cat', [at('fifo')]).stdout, 'data')
    await publish(at('.'), folder => writeFile(join(folder, 'fifo'), 'again'))
    expect(String((await again)[0])).toBe('again')
    expect(statSync(at('fifo')).isFIFO()).toBe(true)
  })

  test.runIf(existsSync('/dev/full'))('a device is written to, and its error is told', async () => {
    symlinkSync('/dev/full', at('full'))
    await requireFile(at('full'))
    await expect(put(at('full'), 'x')).rejects.toThrow(
      /full: expected a file that can be written \(ENOSPC[^\n]*\)$/,
    )
    expect(statSync(at('full')).isCharacterDevice()).toBe(true)
  })

  test('a socket, and links in a circle, are refused before there is work', async () => {
    const server = createServer()
    await once(server.listen(at('socket')), 'listening')
    await expect(requireFile(at('socket'))).rejects.toThrow(
      /socket: expected a file that can be written, or a pipe$/,
    )
    server.close()
    symlinkSync('circle', at('circle'))
    await expect(requireFile(at('circle'))).rejects.toThrow(
      /circle: expected a file that can be written \(ELOOP/,
    )
  })
})

test('a temporary folder that cannot be made is told in one line, with its place', async () => {
  const failing = withTemporaryFolder(at('nowhere/adobest-'), () => Promise.resolve())
  await expect(failing).rejects.toThrow(Failure)
  await expect(failing).rejects.toThrow(
    /^[^\n]*nowhere: expected a folder that can be written \(ENOENT[^\n]*$/,
  )
})

test('an interrupt while files are written leaves none of them', async () => {
  const code = `
    import { writeFileSync } from 'node:fs'
    import { publish } from '${builtModule('data/publish')}'
    await publish(${JSON.stringify(at('cut'))}, async folder => {
      writeFileSync(folder + '/half.txt', 'half')
      process.stdout.write('writing')
      await new Promise(done => setTimeout(done, 60_000))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code])
  await once(child.stdout, 'data')
  expect(readdirSync(at('cut'))).toHaveLength(1)
  child.kill('SIGINT')
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGINT')
  expect(existsSync(at('cut'))).toBe(false)
})
