import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sqlText, withDatabase } from '../../src/data/duckdb.ts'
import { Failure } from '../../src/data/failure.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { playRun, type RunRow } from '../../src/sweep/play-run.ts'
import { loadRuns, writePart } from '../../src/sweep/store.ts'
import { testFolder } from '../support/folder.ts'
import { tinyPlan } from '../support/sweep.ts'

const at = testFolder({ 'taken/runs': 'a file' })

const ROW = playRun(expandPlan(await tinyPlan())[0])

async function stored(folder: string): Promise<Record<string, unknown>[]> {
  return withDatabase(async connection => {
    expect(await loadRuns(connection, folder)).toEqual([])
    return (await connection.runAndReadAll('FROM runs')).getRowObjectsJS()
  })
}

test('rows come back as they were, to the last bit, with nulls and all', async () => {
  const odd = {
    truthName: `'é" €`,
    rho: null,
    estimate: [5e-324, 1 / 3, 1.7976931348623157e308, 0, 4.9e-310],
  }
  await writePart(at('bits'), [{ ...ROW, ...odd }])
  const [row] = await stored(at('bits'))
  expect({ ...row, users: Number(row.users), groupSize: Number(row.groupSize) }).toEqual({ ...ROW, ...odd })
})

test('trajectories come back as they were', async () => {
  expect(ROW.trajectory!.length).toBeGreaterThan(15)
  await writePart(at('trajectories'), [ROW, { ...ROW, name: 'another', trajectory: null }])
  const [row, another] = await stored(at('trajectories'))
  expect([row, another].map(({ name, trajectory }) => ({ name, trajectory }))).toEqual([
    { name: 'another', trajectory: null },
    { name: ROW.name, trajectory: ROW.trajectory },
  ])
})

describe('a part without a column', () => {
  const writeWithout = async (column: string, folder: string) => {
    await writePart(at(folder), [{ ...ROW, name: `without ${column}` }])
    const [part] = readdirSync(at(`${folder}/runs`))
    const [from, to] = [part, 'older.parquet'].map(name => sqlText(at(`${folder}/runs/${name}`)))
    await withDatabase(connection =>
      connection.run(`COPY (SELECT * EXCLUDE ${column} FROM ${from}) TO ${to} (FORMAT parquet)`),
    )
    rmSync(at(`${folder}/runs/${part}`))
  }

  test('of trajectories was written before there were any, and is read, alone and among others', async () => {
    await writeWithout('trajectory', 'older')
    expect(await stored(at('older'))).toMatchObject([{ name: 'without trajectory', trajectory: null }])
    await writePart(at('older'), [ROW])
    expect((await stored(at('older'))).map(row => row.trajectory)).toEqual([ROW.trajectory, null])
  })

  test('of anything else is left out', async () => {
    await writeWithout('estimate', 'lacking')
    await writePart(at('lacking'), [ROW])
    await withDatabase(async connection => {
      expect(await loadRuns(connection, at('lacking'))).toEqual([at('lacking/runs/older.parquet')])
      expect((await connection.runAndReadAll('SELECT name FROM runs')).getRows()).toEqual([[ROW.name]])
    })
  })
})

test('a billion people are a number of people', async () => {
  await writePart(at('many'), [{ ...ROW, users: 1e12, groupSize: 1e10 }])
  expect(await stored(at('many'))).toMatchObject([{ users: 10n ** 12n, groupSize: 10n ** 10n }])
})

test('a run that is there twice is read once', async () => {
  const other: RunRow = { ...ROW, name: 'another' }
  await writePart(at('twice'), [ROW, other, ROW])
  await writePart(at('twice'), [{ ...ROW, seconds: 1e9 }])
  expect((await stored(at('twice'))).map(row => [row.name, row.seconds])).toEqual([
    ['another', ROW.seconds],
    [ROW.name, ROW.seconds],
  ])
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
