import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/folder.ts'

// The files for a service are checked by the programs that read them, where this machine has these; what can be checked without them is.

const at = testFolder({ 'etc/.keep': '' })
const path = (name: string) => fileURLToPath(new URL(`../deploy/${name}`, import.meta.url))
const text = (name: string) => readFileSync(path(name), 'utf8')
const found = (program: string) => spawnSync(program, ['--version']).error === undefined

test.runIf(found('systemd-analyze'))(
  'systemd has nothing against the unit (skipped without systemd-analyze)',
  () => {
    // What it starts is not installed here.
    const unit = text('collector.service').replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true')
    writeFileSync(at('collector.service'), unit)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', at('collector.service')], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  },
)

test.runIf(found('nginx'))('nginx accepts its configuration (skipped without nginx)', () => {
  mkdirSync(at('etc'), { recursive: true })
  const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=survey.example.org']
  expect(spawnSync('openssl', [...certificate, '-keyout', at('etc/key'), '-out', at('etc/pem')]).status).toBe(
    0,
  )
  const server = text('nginx.conf')
    .replace(/\/etc\/ssl\/\S+\.pem/, at('etc/pem'))
    .replace(/\/etc\/ssl\/\S+\.key/, at('etc/key'))
    .replace(/\/var\/log\/nginx\/\S+/, `${at('etc/error.log')} `)
  writeFileSync(at('etc/nginx.conf'), `pid ${at('etc/pid')};\nevents {}\nhttp {\n${server}\n}\n`)
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', at('etc'), '-c', at('etc/nginx.conf')], {
    encoding: 'utf8',
  })
  expect(stderr).toContain('test is successful')
  expect(status).toBe(0)
})

test.runIf(found('caddy'))('Caddy accepts its configuration (skipped without caddy)', () => {
  const { status, stderr } = spawnSync(
    'caddy',
    ['adapt', '--adapter', 'caddyfile', '--config', path('Caddyfile')],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('not formatted')])
})

test('what the files start is what the package has, with options that there are', () => {
  const { name, bin } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
  )
  const [main] = Object.values<string>(bin)
  for (const file of ['collector.service', 'Dockerfile'])
    expect(text(file)).toContain(`node_modules/${name}/${main}`)
  const [, line] = /^ExecStart=\S+ node \S+ (.+)$/m.exec(text('collector.service'))!
  const container = JSON.parse(/^CMD (.+)$/m.exec(text('Dockerfile'))![1]) as string[]
  const program = fileURLToPath(new URL(`../${main}`, import.meta.url))
  expect(existsSync(program)).toBe(true)
  for (const args of [line.split(' '), container]) {
    const survey = args[1]
    // All options are understood; only the survey is not there.
    const { stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
    expect(stderr).toMatch(new RegExp(`^collector: ${survey}: ENOENT`))
  }
  for (const proxy of ['nginx.conf', 'Caddyfile']) expect(text(proxy)).toContain('127.0.0.1:8017')
})
