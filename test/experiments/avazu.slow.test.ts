import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type AvazuOptions, readAvazu } from '../../experiments/loaders/avazu.ts'
import { InputError } from '../../src/data/input-error.ts'
import { testFolder } from '../support/folder.ts'
import { runScript } from '../support/script.ts'

const HEADER =
  'id,click,hour,C1,banner_pos,site_id,site_domain,site_category,app_id,app_domain,app_category,device_id,' +
  'device_ip,device_model,device_type,device_conn_type,C14,C15,C16,C17,C18,C19,C20,C21'

/** Rows of one device in the format of `train.csv`. */
function clicks(device: string, C18: number, site: string, count: number, click = 1): string {
  const row = `1000009418151094273,${click},14102100,1005,0,${site},f3845767,28905ebd,ecad2386,7801e8d9,07d7df22,${device},ddd2926e,44956a24,1,2,15706,320,50,1722,${C18},35,-1,79\n`
  return row.repeat(count)
}

/** Public: those whose MD5 begins with 0 to 3. */
const isPublic = (device: string) => createHash('md5').update(device).digest('hex') < '4'
const names = Array.from({ length: 40 }, (_, i) => `${i}`.padStart(8, 'd'))
const [open, ...otherOpen] = names.filter(isPublic)
const [ann, bob, ...others] = names.filter(name => !isPublic(name))

const SMALL = [
  clicks(ann, 0, 'news', 3),
  clicks(bob, 0, 'shop', 4),
  clicks(ann, 0, 'shop', 1),
  clicks(open, 0, 'chat', 2),
  // Not clicked, of an unknown device, and too few.
  clicks(ann, 0, 'news', 9, 0),
  clicks('a99f214a', 0, 'news', 50),
  clicks(others[0], 0, 'news', 1),
  // Another group.
  clicks(ann, 2, 'news', 2),
].join('')

const MANY = [...otherOpen, ...others]
  .map(
    (name, i) => clicks(name, i % 2, 'news', 5 + (i % 7)) + clicks(name, i % 2, `site${i % 4}`, 4 + (i % 5)),
  )
  .join('')

const at = testFolder({
  'small.csv': `${HEADER}\n${SMALL}`,
  'many.csv': `${HEADER}\n${MANY}`,
  'train.gz': gzipSync(`${HEADER}\n${SMALL}`),
  'other.csv': 'a,b\n1,2\n',
  'ragged.csv': `${HEADER}\n1,1\n`,
})

const ALL: AvazuOptions = { question: 'C18', websites: 3, clicks: 2, users: 1, popularWith: 'all' }
const read = (options: Partial<AvazuOptions> = {}) => readAvazu(at('small.csv'), { ...ALL, ...options })

describe('the loader', () => {
  test('counts the clicks of each known device on the websites of a group, the most popular first', async () => {
    const groups = await read()
    expect([...groups.keys()]).toEqual(['0', '2'])
    // Shop has five clicks, news four, chat two.
    const expected = [
      { device: ann, isPublic: false, clicks: Float64Array.of(1, 3, 0) },
      { device: bob, isPublic: false, clicks: Float64Array.of(4, 0, 0) },
      { device: open, isPublic: true, clicks: Float64Array.of(0, 0, 2) },
    ]
    const sorted = expected.sort((a, b) => (a.device < b.device ? -1 : 1)).map(({ device, ...user }) => user)
    expect(groups.get('0')).toEqual(sorted)
    expect(groups.get('2')).toEqual([{ isPublic: false, clicks: Float64Array.of(2, 0, 0) }])
  })

  test('keeps the most popular websites only, and by public devices alone where it is told to', async () => {
    const users = await read({ websites: 1 })
    expect(users.get('0')).toEqual([{ isPublic: false, clicks: Float64Array.of(4) }])
    const byPublic = await read({ popularWith: 'public' })
    expect([...byPublic]).toEqual([['0', [{ isPublic: true, clicks: Float64Array.of(2, 0, 0) }]]])
  })

  test('keeps users with enough clicks, and groups with enough users', async () => {
    expect([...(await read({ users: 2 })).keys()]).toEqual(['0'])
    expect((await read({ clicks: 4 })).get('0')).toHaveLength(2)
    expect((await read({ clicks: 5 })).size).toBe(0)
  })

  test.each<[file: string, says: string]>([
    ['train.gz', 'train.gz: expected the unzipped train.csv'],
    ['other.csv', 'other.csv: no column "click"; expected Avazu\'s train.csv'],
    ['ragged.csv', 'ragged.csv: expected a table that can be read (CSV Error on Line: 2)'],
    ['none.csv', 'none.csv: no such file'],
  ])('refuses in one line: %s', async (file, says) => {
    const error = await readAvazu(at(file), ALL).catch(each => each)
    expect(error).toBeInstanceOf(InputError)
    expect(error.message).toContain(says)
    expect(error.message).not.toContain('\n')
  })
})

describe('the script', () => {
  const run = (...args: string[]) => runScript('experiments/avazu.ts', args, dirname(at('x')))

  test('serves every group, and writes a table and a plot', () => {
    const { status, stdout, stderr } = run(at('many.csv'), '--users', '2', '--clicks', '9')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/\nC18 = 0 +\d+ {2}public prior +0\.?\d* /)
    for (const end of ['csv', 'svg', 'png']) expect(existsSync(at(`out/avazu/services.${end}`))).toBe(true)
  })

  test('says so where the prior uses private data', () => {
    const { status, stderr } = run(at('many.csv'), '--users', '2', '--clicks', '9', '--own-prior')
    expect(status).toBe(0)
    expect(stderr).toContain('private data')
  })

  test.each<[args: string[], says: string]>([
    [[], "no file given: expected Avazu's train.csv: npx tsx"],
    [['none'], "none: expected Avazu's train.csv"],
    [[at('many.csv')], 'no value of C18 has 1000 users with 20 clicks'],
    [[at('many.csv'), '--question', 'C2'], 'question must be one of C1, '],
  ])('ends with status 2 and one line: %j', (args, says) => {
    const { status, stdout, stderr } = run(...args)
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toContain(says)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})
