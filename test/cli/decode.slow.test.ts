import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const ROWS = 1_000_000
const REQUESTS = 20
const K = 20

const at = testFolder({})

test('a million answers to twenty requests are counted, and estimated well', async () => {
  const rng = stream(1, 'rows')
  const requests = Array.from({ length: REQUESTS }, (): { mechanism: Mechanism; text: string } => {
    const subset = Array.from({ length: K }, (_, x) => x).filter(() => rng.integer(8) === 0)
    const mechanism = rrrr({ categories: K, subset, epsilon: 2 })
    return { mechanism, text: JSON.stringify(JSON.stringify(mechanism.toRequest())).replaceAll('\\"', '""') }
  })
  const rows = ['request,response']
  const truth = new Float64Array(K)
  for (let t = 0; t < ROWS; t++) {
    const { mechanism, text } = requests[rng.integer(REQUESTS)]
    const x = Math.min(rng.integer(K), rng.integer(K))
    truth[x] += 1 / ROWS
    rows.push(`${text},${mechanism.respond(x, rng)}`)
  }
  writeFileSync(at('answers.csv'), `${rows.join('\n')}\n`)
  const { status, stdout } = await runCli(['decode', at('answers.csv'), '--sampler', 'hmc', '--json'])
  const { users, estimate, auditedEpsilon } = JSON.parse(stdout)
  expect({ status, users }).toEqual({ status: 0, users: ROWS })
  expect(auditedEpsilon).toBeLessThanOrEqual(2 * (1 + 1e-12))
  // Each share's standard error is below 0.001.
  for (let x = 0; x < K; x++) expect(Math.abs(estimate[x] - truth[x])).toBeLessThan(0.006)
})
