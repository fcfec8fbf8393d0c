import { expect, test } from 'vitest'
import { ROOT } from './support/imports.ts'
import { deadLinks, markdownBelow } from './support/links.ts'

// Links of Markdown are followed where the files lie, as readers of the repository do. `npm run test:site` follows those of the site, and
// `npm run test:package` those of the packed package.

test('every link of a Markdown file leads somewhere from where the file lies', () => {
  const files = markdownBelow(ROOT)
  expect(files).toEqual(expect.arrayContaining(['README.md', 'site/guides/groups.md', 'collector/README.md']))
  expect(files.flatMap(file => deadLinks(ROOT, file).map(link => `${file}: ${link}`))).toEqual([])
})

test.each([
  '[a notebook](birds-by-state.md)',
  '[a page of the site](/reference/adobest/functions/audit)',
  '[a heading](command-line.md#none)',
  '[a heading](#none)',
  '![a drawing](none.svg)',
  '<a href="none.html">a page</a>',
])('one that leads nowhere would be seen: %s', link => {
  expect(deadLinks(ROOT, 'site/guides/groups.md', `# Some\n\nText with ${link}.\n`)).toHaveLength(1)
})

test.each([
  '[a notebook](../../notebooks/birds-by-state.ts)',
  '[a heading](command-line.md#answers-that-were-given)',
  '[here](#some)',
  '`[code](none.md)`',
])('one that leads somewhere, or is code, is none: %s', link => {
  expect(deadLinks(ROOT, 'site/guides/groups.md', `# Some\n\nText with ${link}.\n`)).toEqual([])
})
