import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sqlText, withDatabase } from '../../src/data/duckdb.ts'
import { Failure } from '../../src/data/failure.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { loadRuns, writePart } from '../../src/sweep/store.ts'
import { testFolder } from '../support/folder.ts'
import { anotherRow, tinyPlan } from '../support/sweep.ts'

const at = testFolder({ 'taken/runs': 'a file' })

const [ROW, OTHER] = expandPlan(await tinyPlan())
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
    estimate: [5e-324, 1 / 3, 0.1 + 0.2 + 1 / 3, 1 / 30, 4.9e-310],
    truth: [0, 1 / 3, 19 / 30, 1 / 30, 0],
    totalVariation: 5e-17,
    trajectory: null,
  })
  await writePart(at('bits'), [odd])
  const [row] = await stored(at('bits'))
  expect({ ...row, users: Number(row.users), groupSize: Number(row.groupSize) }).toEqual(odd)
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

describe('a part without a column', () => {
  const writeWithout = async (column: string, folder: string) => {
    await writePart(at(folder), [OTHER])
    const [part] = readdirSync(at(`${folder}/runs`))
    const [from, to] = [part, 'older.parquet'].map(name => sqlText(at(`${folder}/runs/${name}`)))
    await withDatabase(connection =>
      connection.run(`COPY (SELECT * EXCLUDE ${column} FROM ${from}) TO ${to} (FORMAT parquet)`),
    )
    rmSync(at(`${folder}/runs/${part}`))
  }

  test('of trajectories was written before there were any, and is read, alone and among others', async () => {
    await writeWithout('trajectory', 'older')
    expect(await stored(at('older'))).toMatchObject([{ name: OTHER.name, trajectory: null }])
    await writePart(at('older'), [ROW])
    const trajectories = (await stored(at('older'))).map(row => row.trajectory)
    expect(trajectories).toEqual(ROW.name < OTHER.name ? [ROW.trajectory, null] : [null, ROW.trajectory])
  })

  test('of anything else is left out', async () => {
    await writeWithout('estimate', 'lacking')
    await writePart(at('lacking'), [ROW])
    await withDatabase(async connection => {
      expect(await loadRuns(connection, at('lacking'))).toEqual([
        expect.stringContaining(`${at('lacking/runs/older.parquet')}: expected a whole Parquet file`),
      ])
      expect((await connection.runAndReadAll('SELECT name FROM runs')).getRows()).toEqual([[ROW.name]])
    })
  })
})

test('a row with a goal but without its decision is none of a run', async () => {
  const seed = ROW.seed.replace(' run=', ' goal=most run=')
  const name = `${seed} strategy=${ROW.strategy}`
  const ended = { ...ROW, seed, name, goal: 'most', answers: ROW.users, settled: false, correct: true }
  await writePart(at('decided'), [{ ...ended, decision: '0' }])
  expect(await stored(at('decided'))).toHaveLength(1)
  await writePart(at('undecided'), [{ ...ended, decision: null }, OTHER])
  await withDatabase(async connection => {
    expect(await loadRuns(connection, at('undecided'))).toHaveLength(1)
    expect((await connection.runAndReadAll('SELECT name FROM runs')).getRows()).toEqual([[OTHER.name]])
  })
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
