import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '../../test/support/folder.ts'
import { answer, post, SURVEY } from './support/collector.ts'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const at = testFolder({
  'service/survey.json': JSON.stringify(SURVEY),
  'app/package.json': '{"private":true}',
})

/** Somebody who may write nowhere but in a folder of their own: root may write everywhere, and so becomes another user. */
const NOBODY = 65_534
const isRoot = process.getuid!() === 0
const asService = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

function makeReadOnly(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!name.isSymbolicLink()) chmodSync(join(name.parentPath, name.name), 0o555)
  }
  chmodSync(folder, 0o555)
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder, { withFileTypes: true })) {
    if (name.isDirectory()) makeWritable(join(folder, name.name))
  }
}

function npm(args: string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout.trim()
}

test('the packed collector, its production packages, and a folder for the answers are enough for a service', async () => {
  chmodSync(at('.'), 0o755)
  const tarball = npm(['pack', '--silent', '--pack-destination', at('.')], HERE)
  npm(
    ['install', '--omit=dev', '--no-audit', '--no-fund', '--silent', '--prefer-offline', at(tarball)],
    at('app'),
  )
  expect(existsSync(at('app/node_modules/esbuild'))).toBe(false)
  makeReadOnly(at('app'))
  onTestFinished(() => makeWritable(at('app')))
  if (isRoot) chownSync(at('service'), NOBODY, NOBODY)
  const program = at('app/node_modules/.bin/adobest-collector')
  const command = [program, 'serve', 'survey.json', '--data', at('service/data'), '--port', '0']
  const child = spawn(process.execPath, command, { cwd: at('service'), env: {}, ...asService })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, error] = ['', '']
  child.stdout.on('data', text => {
    out += text
  })
  child.stderr.on('data', text => {
    error += text
  })
  await expect.poll(() => out + error, { timeout: 30_000 }).toContain('page hash')
  const url = /^page +(\S+)/.exec(out)![1]
  const more = ['invite', 'survey.json', '--data', at('service/data'), '--count', '1', '--base-url', url]
  const invited = spawnSync(program, more, { cwd: at('service'), encoding: 'utf8', ...asService })
  const token = /#t=([^&]+)/.exec(invited.stdout)![1]
  expect((await post(url, await answer(url, token, 1))).status).toBe(201)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await exit)[0]).toBe(0)
  // Where nothing can be kept, a sentence says so.
  const nowhere = [program, 'serve', 'survey.json', '--data', at('app/data'), '--port', '0']
  const { status, stderr } = spawnSync(process.execPath, nowhere, {
    cwd: at('service'),
    encoding: 'utf8',
    ...asService,
  })
  expect(stderr).toMatch(
    /^collector: --data \S+: not a folder that can be written to \(EACCES\); name another one\n$/,
  )
  expect(status).toBe(2)
})

test('a checkout that may not be written to says what it lacks in a sentence', () => {
  chmodSync(at('.'), 0o755)
  const lacks = (sentence: RegExp) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [at('checkout/collector/start.mjs')], {
      encoding: 'utf8',
      ...asService,
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }
  mkdirSync(at('checkout/collector'), { recursive: true })
  for (const name of ['start.mjs', 'build.mjs', 'package.json', 'package-lock.json'])
    cpSync(join(HERE, name), at(`checkout/collector/${name}`))
  lacks(/^collector: the library is not built; run npm ci in the folder above\n$/)
  mkdirSync(at('checkout/dist'))
  writeFileSync(at('checkout/dist/index.mjs'), '')
  makeReadOnly(at('checkout'))
  onTestFinished(() => makeWritable(at('checkout')))
  lacks(
    /^collector: its packages are not installed, and this user may not write to \S+; run the same command once/,
  )
})

test('an installation without development packages says what it did not build', () => {
  mkdirSync(at('library'))
  cpSync(join(HERE, '../prepare.mjs'), at('library/prepare.mjs'))
  const { status, stderr } = spawnSync(process.execPath, [at('library/prepare.mjs')], { encoding: 'utf8' })
  expect(stderr).toBe(
    'adobest: nothing was built, as the development packages were left out; npm ci --include=dev installs them and builds\n',
  )
  expect(status).toBe(0)
})
