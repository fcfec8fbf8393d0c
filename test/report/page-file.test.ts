import { expect, test } from 'vitest'
import type { PageData } from '../../src/report/page/data.ts'
import { fillPage, readTemplate } from '../../src/report/page-file.ts'

const TEMPLATE = '<body><script type="application/json" id="data"></script><script>$&</script></body>'
const fill = (name: string) => fillPage(TEMPLATE, { name } as PageData)

test('data stand in the page as JSON, and nothing else of it changes', () => {
  expect(fill('a sweep')).toBe(TEMPLATE.replace('"data">', '"data">{"name":"a sweep"}'))
})

test.each(['</script><img src=x>', '<!--<script>', '$& $1 $$ $`', '\u2028"\\'])(
  'a text cannot end its script, or change what is replaced: %j',
  name => {
    const page = fill(name)
    const json = page.slice(page.indexOf('"data">') + 7, page.indexOf('</script>'))
    expect(json).not.toContain('<')
    expect(JSON.parse(json)).toEqual({ name })
    expect(page.endsWith('</script><script>$&</script></body>')).toBe(true)
  },
)

test('a page that was not built is asked for in one line', async () => {
  await expect(readTemplate('/none/page.html')).rejects.toThrow(
    /^expected the page that npm run build makes[^\n]*\/none\/page\.html[^\n]*$/,
  )
})

test('the page that is built has one place for data, and no address of another page', async () => {
  const page = await readTemplate()
  expect(page.split('<script type="application/json" id="data"></script>')).toHaveLength(2)
  expect(page).not.toMatch(/<(script|img|link|iframe)[^>]*(src|href)="(?!data:|#)/)
})
