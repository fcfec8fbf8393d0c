import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createEstimator } from '../../src/loop/estimator.ts'
import { runCli } from '../support/cli.ts'
import { COMMAND } from '../support/command.ts'
import { testFolder } from '../support/folder.ts'

const SETTING = '--categories 4 --epsilon 2 --strategy semi:0.6 --prior 1 --seed 3'.split(' ')
const hasPython = spawnSync('python3', ['--version']).status === 0

/** Asks and answers as many times as it is told, then asks for the estimate, and prints it; or ends the process in the middle. */
const DRIVER = `
import json, signal, subprocess, sys
mode, answers, end, command = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
def say(line):
    child.stdin.write(json.dumps(line) + '\\n')
    child.stdin.flush()
def call(line):
    say(line)
    return json.loads(child.stdout.readline())
start = call({'status': 1})['answers']
acknowledged, told = start, []
for i in range(start, len(answers)):
    id = call({'ask': 1})['id']
    if mode != 'all' and i == start + end:
        say({'answer': answers[i], 'id': id})
        child.send_signal(signal.SIGKILL if mode == 'kill' else signal.SIGTERM)
        child.wait()
        print(json.dumps({'acknowledged': acknowledged, 'status': child.returncode}))
        sys.exit()
    reply = call({'answer': answers[i], 'id': id})
    acknowledged = reply['answers']
    told += [reply['change']] if 'change' in reply else []
print(json.dumps({'start': start, 'told': told, **call({'estimate': 1}), **call({'changes': 1})}))
child.stdin.close()
child.wait()
`
const at = testFolder({ 'driver.py': DRIVER })

const SQUARES = Array.from({ length: 90 }, (_, i) => (i * i) % 4)

function drive(
  mode: 'all' | 'kill' | 'term',
  state: string,
  answers = SQUARES,
  end = 30,
  more: string[] = [],
) {
  const driver = [at('driver.py'), mode, JSON.stringify(answers), String(end)]
  const command = [
    ...driver,
    ...COMMAND,
    'stream',
    ...SETTING,
    '--draws',
    '50',
    ...more,
    '--state',
    at(state),
  ]
  const { stdout, stderr } = spawnSync('python3', command, { encoding: 'utf8' })
  return JSON.parse(stdout || JSON.stringify({ stderr }))
}

const lines = (...documents: (object | string)[]) =>
  documents.map(each => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('')

async function stream(input: string, ...more: string[]) {
  const { status, stdout, stderr } = await runCli(['stream', ...SETTING, ...more], input)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

const REQUEST = { mechanism: 'rrrr', categories: 4, subset: [2], epsilon: 2, epsilon1: 2 }

describe('a collection line by line', () => {
  test('is that of an estimator in the library', async () => {
    const estimator = createEstimator({
      categories: 4,
      epsilon: 2,
      strategy: 'srr',
      prior: 1,
      memory: 'learned',
      anytime: true,
      seed: 3,
    })
    const answers = Array.from({ length: 40 }, (_, i) => (i * i) % 4)
    for (const answer of answers) {
      estimator.request()
      estimator.observe(answer)
    }
    const asked = answers.flatMap(answer => [{ ask: 1 }, { answer, id: 0 }])
    const replies = await stream(lines(...asked, { estimate: 1 }), '--strategy', 'srr')
    expect(replies[0]).toEqual({ request: { mechanism: 'srr', categories: 4, epsilon: 2 }, id: 0 })
    expect(replies[79]).toEqual({ answers: 40 })
    const { mean, interval, anytime, memory } = estimator.estimate()
    const [lower, upper] = interval(0.95).map(ends => Array.from(ends))
    expect(replies[80]).toMatchObject({
      answers: 40,
      mean: Array.from(mean),
      interval: { level: 0.95, lower, upper },
      anytime: { lower: Array.from(anytime!.lower), upper: Array.from(anytime!.upper) },
    })
    expect(replies[80].memory.at(-1)).toEqual({ memory: 'all', weight: memory!.at(-1)!.weight })
    expect(replies[80].memory[0].memory).toBe('half-life:100')
  })

  test('takes answers by the request itself, late ones too, and the same request has the same id', async () => {
    const [first, , second] = await stream(lines({ ask: 1 }, { answer: 1, id: 0 }, { ask: 1 }))
    const more = [{ ask: 1 }, { answer: 1, id: 0 }, { ask: 1 }, { ask: 1 }]
    const late = [
      { answer: 2, request: first.request },
      { answer: 0, request: second.request },
    ]
    const replies = await stream(lines(...more, ...late, { status: 1 }))
    expect(replies[3]).toEqual(replies[2])
    expect(replies.slice(4)).toEqual([{ answers: 2 }, { answers: 3 }, { answers: 3 }])
  })

  test('answers a hundred malformed lines with one clear line each, and loses nothing', async () => {
    const good = [{ ask: 1 }, { answer: 1, id: 0 }, { ask: 1 }, { answer: 3, id: 0 }]
    const bad = [
      '{',
      'ask',
      '[]',
      '1',
      'null',
      '{}',
      '{"ask":2}',
      '{"ask":1,"estimate":1}',
      '{"answer":1}',
      '{"answer":1,"id":99}',
      '{"answer":1,"id":-1}',
      '{"answer":1,"id":"0"}',
      '{"answer":4,"id":0}',
      '{"answer":null,"id":0}',
      '{"answer":[0,1],"id":0}',
      '{"answer":1,"id":0,"count":5}',
      '{"answer":1,"id":0,"key":7}',
      '{"answer":1,"id":0,"key":""}',
      '{"answer":9,"id":0,"key":"a"}',
      '{"answer":1,"key":"a"}',
      '{"status":1,"key":"a"}',
      JSON.stringify({ answer: 1, request: { ...REQUEST, epsilon: 5 } }),
      '\u0000\u0007"\\ud800',
      '{"estimate":true}',
      '{"changes":2}',
    ]
    const hundred = Array.from({ length: 4 }, () => bad).flat()
    const expected = await stream(lines(...good, { estimate: 1 }))
    const replies = await stream(lines(...good.slice(0, 2), ...hundred, ...good.slice(2), { estimate: 1 }))
    expect(hundred).toHaveLength(100)
    replies.slice(2, 102).forEach((reply, i) => {
      expect(Object.keys(reply)).toEqual(['error'])
      expect(reply.error).toMatch(new RegExp(`^line ${i + 3}: [^\n]* must be [^\n]*; got `))
    })
    expect([...replies.slice(0, 2), ...replies.slice(102)]).toEqual(expected)
  })
})

describe.runIf(hasPython)('driven from Python', () => {
  test('loses nothing that was acknowledged by SIGTERM and SIGKILL, and estimates to the digit what it would have', () => {
    const undisturbed = drive('all', 'undisturbed.json')
    expect(undisturbed).toMatchObject({ start: 0, answers: 90 })
    const killed = drive('kill', 'disturbed.json')
    expect(killed).toMatchObject({ acknowledged: 30, status: -9 })
    const terminated = drive('term', 'disturbed.json')
    // Whether the answer that was on its way got in is for `status` to say.
    expect([60, 61]).toContain(terminated.acknowledged)
    expect(terminated.status).toBe(143)
    const { start, ...rest } = drive('all', 'disturbed.json')
    expect(start - terminated.acknowledged).toBeLessThanOrEqual(1)
    expect(start - terminated.acknowledged).toBeGreaterThanOrEqual(0)
    expect(rest).toEqual({ ...undisturbed, start: undefined })
  }, 120_000)

  test('tells a change when it shows, and by SIGKILL in the middle the very same one', async () => {
    const answers = Array.from({ length: 260 }, (_, i) => (i % 5 === 0 ? 2 : i < 150 ? 0 : 1))
    const more = ['--strategy', 'srr', '--run-length', '200']
    const asked = answers.flatMap(answer => [{ ask: 1 }, { answer, id: 0 }])
    const replies = await stream(lines(...asked, { estimate: 1 }, { changes: 1 }), '--draws', '50', ...more)
    const told = replies.flatMap(({ change }) => change ?? [])
    const undisturbed = { told, ...replies.at(-2), ...replies.at(-1) }
    const [change] = told
    expect(told).toHaveLength(1)
    expect(change.at).toBeGreaterThan(150)
    // The one that comes up from nothing shows first; the one that it replaces may take a look more.
    expect(change.categories).toContain(1)
    expect(undisturbed.changes).toEqual([change])
    const killed = drive('kill', 'shaken.json', answers, 155, more)
    expect(killed).toMatchObject({ acknowledged: 155, status: -9 })
    const { start, ...rest } = drive('all', 'shaken.json', answers, 0, more)
    expect([155, 156]).toContain(start)
    expect(rest).toEqual(undisturbed)
  }, 120_000)
})

test('in a shell pipe, one line gives one line', () => {
  const script = `printf '{"ask":1}\\nno\\n{"answer":1,"id":0}' | ${COMMAND.map(word => `'${word}'`).join(' ')} stream --categories 3 --epsilon 1 --strategy srr | head -n 3`
  const { stdout, stderr, status } = spawnSync('bash', ['-o', 'pipefail', '-c', script], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.split('\n')).toEqual([
    '{"request":{"mechanism":"srr","categories":3,"epsilon":1},"id":0}',
    '{"error":"line 2: a line must be a JSON document; got \\"no\\""}',
    '{"answers":1}',
    '',
  ])
})
