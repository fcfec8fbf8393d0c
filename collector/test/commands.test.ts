import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/folder.ts'
import { pageAddress } from '../src/links.ts'
import { Store } from '../src/store/store.ts'
import { requireSurvey } from '../src/survey.ts'
import { SURVEY } from './support/collector.ts'

const at = testFolder({
  'survey.json': JSON.stringify(SURVEY),
  'bom.json': `\uFEFF${JSON.stringify(SURVEY)}`,
})
const MAIN = fileURLToPath(new URL('../dist/main.mjs', import.meta.url))
const FULL = '/dev/full'

/** Runs a command, whose output goes to a file if one is named. */
function collector(args: string[], out?: string) {
  const stdout = out === undefined ? 'pipe' : openSync(out, 'w')
  const ended = spawnSync(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', stdout, 'pipe'],
    encoding: 'utf8',
    cwd: at('.'),
    timeout: 30_000,
  })
  if (typeof stdout === 'number') closeSync(stdout)
  return ended
}

/** A survey that has begun. */
function begun(name: string): string {
  new Store(at(name), requireSurvey(SURVEY)).shut()
  return name
}

const totals = (name: string) => {
  const store = new Store(at(name))
  const { invited } = store.totals()
  store.shut()
  return invited
}

const TO = ['--base-url', 'https://example.org']

test('output that cannot be written is said in a sentence, and leaves no invitation whose link nobody has', () => {
  const data = begun('full')
  const command = (name: string, ...more: string[]) => [name, 'survey.json', '--data', data, ...more]
  const invited = collector(command('invite', '--count', '50', ...TO), FULL)
  expect(invited.stderr).toMatch(/^collector: standard output: ENOSPC.*; no invitation was made\n$/)
  expect(invited.status).toBe(1)
  expect(totals(data)).toBe(0)
  for (const args of [command('export', '--out', '-'), command('replay'), ['page-hash'], ['--help']]) {
    const { stderr, status } = collector(args, FULL)
    expect(stderr, args[0]).toMatch(/^collector: standard output: ENOSPC[^\n]*\n$/)
    expect(status).toBe(1)
  }
  const printed = collector(command('invite', '--count', '3', ...TO))
    .stdout.trim()
    .split('\n')
  expect(printed).toHaveLength(3)
  expect(totals(data)).toBe(3)
})

test.each(['invite', 'export', 'close', 'reopen', 'replay'])('%s begins no survey', name => {
  const more = { invite: ['--count', '3', ...TO], export: ['--out', 'answers.csv'] }[name] ?? []
  for (const data of [['--data', 'my-survye'], []]) {
    const { status, stderr, stdout } = collector([name, 'survey.json', ...data, ...more])
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toBe(
      `collector: --data ${data[1] ?? 'survey-data'}: no survey has been begun there; 'serve' begins one\n`,
    )
  }
  expect(readdirSync(at('.'))).not.toContain('my-survye')
  expect(existsSync(at('answers.csv'))).toBe(false)
})

test('an address is that of the server or of the page, and nothing that leads elsewhere', () => {
  const page = 'https://example.org/s/one/'
  for (const base of ['https://example.org', 'https://example.org/', page, `${page}dashboard`, `${page}/`])
    expect(pageAddress(base, 'one'), base).toBe(page)
  expect(pageAddress('http://10.0.0.1:8017/polls/', 'one')).toBe('http://10.0.0.1:8017/polls/s/one/')
  for (const base of [
    'example.org',
    'example.org:8017',
    'ftp://example.org',
    'https://example.org/?utm=1',
    'https://example.org/?',
    `${page}#t=x&e=1`,
    'https://example.org#',
    'https://user:word@example.org',
    '',
  ]) {
    expect(() => pageAddress(base, 'one'), base).toThrow('--base-url: expected an address such as')
  }
  expect(() => pageAddress('https://example.org/s/two/', 'one')).toThrow('whose page is at /s/one/; got')
})

test('what is wrong with a command is said in a sentence, and what is right about it is taken', () => {
  const data = begun('said')
  const wrong = (args: string[], sentence: RegExp) => {
    const { status, stderr } = collector(args)
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(status).toBe(2)
  }
  const invite = ['invite', 'survey.json', '--data', data, '--count', '1']
  wrong(invite, /required option '--base-url <url>'/)
  wrong([...invite, '--base-url', 'example.org'], /--base-url: expected an address such as/)
  expect(totals(data)).toBe(0)
  wrong(
    ['serve', 'survey.json', '--proxy', 'true'],
    /expected how many proxies are in front, from 1 to 10, or their addresses/,
  )
  wrong(
    ['serve', 'survey.json', '--data', 'survey.json'],
    /--data survey.json: not a folder that can be written to/,
  )
  // The mark with which some editors begin a file.
  expect(collector(['export', 'bom.json', '--data', data, '--out', '-']).stdout).toBe(
    'request,response,count,about,labels\n',
  )
  writeFileSync(at('other.json'), JSON.stringify({ ...SURVEY, epsilon: 2 }))
  wrong(['close', 'other.json', '--data', data], /epsilon must stay 1, with which this survey began; got 2/)
})
