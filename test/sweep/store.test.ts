import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withDatabase } from '../../src/data/duckdb.ts'
import { Failure } from '../../src/data/failure.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { queryResults } from '../../src/sweep/results.ts'
import { loadRuns, writePart } from '../../src/sweep/store.ts'
import { testFolder } from '../support/folder.ts'
import { anotherRow, sweepInto, tinyPlan } from '../support/sweep.ts'

const at = testFolder({ 'taken/runs': 'a file' })

const plan = await tinyPlan()
const [ROW, OTHER] = expandPlan(plan)
  .slice(0, 2)
  .map(run => playRun(run))

async function stored(folder: string): Promise<Record<string, unknown>[]> {
  return withDatabase(async connection => {
    expect(await loadRuns(connection, folder)).toEqual([])
    return (await connection.runAndReadAll('FROM runs')).getRowObjectsJS()
  })
}

test('rows come back as they were, to the last bit, with nulls and all', async () => {
  const odd = anotherRow(ROW, {
    truthName: `'é" €`,
    rho: null,
    categories: 5,
    laws: [
      {
        ...ROW.laws[0],
        about: ['"a"', "b's"],
        truth: [0, 1 / 3, 19 / 30, 1 / 30, 0],
        estimate: [5e-324, 1 / 3, 0.1 + 0.2 + 1 / 3, 1 / 30, 4.9e-310],
        lower: null,
        separate: { estimate: [1 / 3], lower: [], upper: null },
        cramersV: { mean: 0.1, lower: 1 / 3, upper: 1, truth: 5e-324 },
      },
      ROW.laws[0],
    ],
    measures: { totalVariation: 5e-17, 'another measure': 1 / 3 },
    decisions: [{ goal: 'top(1)', answers: 7, settled: false, decision: '"', correct: true }],
    trajectory: null,
  })
  await sweepInto(at('bits'), { plan, player: async () => [] })
  await writePart(at('bits'), [odd])
  const { rows } = await queryResults({ folder: at('bits'), sql: 'FROM runs' })
  expect(rows).toEqual([odd])
})

test('trajectories come back as they were', async () => {
  expect(ROW.trajectory!.length).toBeGreaterThan(15)
  await writePart(at('trajectories'), [ROW, { ...OTHER, trajectory: null }])
  const rows = await stored(at('trajectories'))
  expect(Object.fromEntries(rows.map(({ name, trajectory }) => [name, trajectory]))).toEqual({
    [ROW.name]: ROW.trajectory,
    [OTHER.name]: null,
  })
})

test('a part that was changed by a bit, cut off or renamed is left out, and so is one that another version wrote', async () => {
  await writePart(at('damaged'), [ROW])
  const [part] = readdirSync(at('damaged/runs'))
  const bytes = readFileSync(at(`damaged/runs/${part}`))
  expect(part).toContain(createHash('sha256').update(bytes).digest('hex'))
  const flipped = Uint8Array.from(bytes)
  flipped[bytes.length >> 1] ^= 1
  await writePart(at('damaged'), [OTHER])
  const odd = { [part]: flipped, 'cut.parquet': bytes.subarray(0, 99), '20260101-0badcafe.parquet': bytes }
  for (const [name, content] of Object.entries(odd)) writeFileSync(at(`damaged/runs/${name}`), content)
  await withDatabase(async connection => {
    const warnings = await loadRuns(connection, at('damaged'))
    expect(warnings).toEqual(
      Object.keys(odd)
        .sort()
        .map(name =>
          expect.stringContaining(`${at(`damaged/runs/${name}`)}: expected a whole part, as it was written;`),
        ),
    )
    expect((await connection.runAndReadAll('SELECT name FROM runs')).getRows()).toEqual([[OTHER.name]])
  })
})

test('parts that were copied from the folder of another machine are read', async () => {
  await writePart(at('here'), [ROW])
  await writePart(at('elsewhere'), [OTHER])
  cpSync(at('elsewhere/runs'), at('here/runs'), { recursive: true })
  expect(await stored(at('here'))).toHaveLength(2)
})

test('a billion people are a number of people', async () => {
  await writePart(at('many'), [anotherRow(ROW, { users: 1e12, groupSize: 1e10 })])
  expect(await stored(at('many'))).toMatchObject([{ users: 10n ** 12n, groupSize: 10n ** 10n }])
})

test('a run that is there twice is read once', async () => {
  await writePart(at('twice'), [ROW, OTHER, ROW])
  await writePart(at('twice'), [{ ...ROW, seconds: 1e9 }])
  const rows = (await stored(at('twice'))).map(row => [row.name, row.seconds])
  expect(rows).toHaveLength(2)
  expect(Object.fromEntries(rows)).toEqual({ [ROW.name]: ROW.seconds, [OTHER.name]: OTHER.seconds })
})

test('a run that is there exactly twice is read once, the faster one', async () => {
  await writePart(at('pair'), [{ ...ROW, seconds: 1e9 }, ROW])
  expect((await stored(at('pair'))).map(row => row.seconds)).toEqual([ROW.seconds])
})

test('what is being written, or was when its process was killed, is no part', async () => {
  await writePart(at('half'), [ROW])
  writeFileSync(at('half/runs/.20260101-0badcafe.parquet'), 'PAR1')
  expect(await stored(at('half'))).toHaveLength(1)
})

describe('a part that cannot be written', () => {
  test('is refused in one line', async () => {
    await expect(writePart(at('taken'), [ROW])).rejects.toThrow(/^[^\n]*taken\/runs: expected[^\n]*$/)
  })

  test('leaves nothing behind', async () => {
    const wrong = { ...ROW, users: 'many' as unknown as number }
    await expect(writePart(at('wrong'), [wrong])).rejects.toThrow(Failure)
    expect(readdirSync(at('wrong/runs'))).toEqual([])
  })
})
