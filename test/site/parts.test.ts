import { readFileSync } from 'node:fs'
import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { linkGlossary } from '../../site/build/glossary.ts'
import { homePage } from '../../site/build/home.ts'
import { drawPicture } from '../../site/build/picture.ts'
import { readTable, rowOf } from '../../site/build/table.ts'
import { FINDINGS } from '../../site/findings/all.ts'
import { axisFor, placeOn } from '../../site/theme/axis.ts'
import { choicesOf, pointsAt } from '../../site/theme/filtered.ts'
import { adviseOn, evenError, nearestMeasured } from '../../site/theme/method/advice.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { srr } from '../../src/mechanism/srr.ts'

// What the pages of the site are made of. `npm run test:site` walks the pages themselves.

describe('the axis of a chart', () => {
  test('begins at zero and has round labels', () => {
    expect(axisFor(0.1, 0.246)).toMatchObject({ from: 0, ticks: [0, 0.1, 0.2] })
    expect(axisFor(222, 18_149).ticks).toEqual([0, 5000, 10_000, 15_000])
  })

  test('leaves zero out where all values are far from it, and goes below it where some are negative', () => {
    expect(axisFor(0.93, 0.96).from).toBeGreaterThan(0.9)
    expect(axisFor(-0.04, 0.46).from).toBeLessThan(-0.04)
    const axis = axisFor(-0.04, 0.46)
    expect(placeOn(axis, axis.from)).toBe(0)
    expect(placeOn(axis, axis.to)).toBe(100)
  })
})

describe('the filters of a chart', () => {
  const point = (label: string, value: number, epsilon: string, rho: string) => ({
    label,
    value,
    keys: { epsilon, rho },
  })
  const points = [
    point('a', 2, '0.5', '1'),
    point('b', 1, '0.5', '1'),
    point('a', 3, '5', '0.1'),
    point('a', 4, '10', '1'),
  ]
  const filters = [
    { key: 'epsilon', label: 'ε', initial: '0.5' },
    { key: 'rho', label: 'ρ', initial: '1' },
  ]

  test('offer what there is, and show the smallest values first', () => {
    const choices = choicesOf(points, filters, {})
    expect(choices.map(({ options }) => options)).toEqual([['0.5', '5', '10'], ['1']])
    expect(pointsAt(points, choices).map(({ label }) => label)).toEqual(['b', 'a'])
  })

  test('give way where a choice is not offered', () => {
    const choices = choicesOf(points, filters, { epsilon: '5', rho: '1' })
    expect(choices.map(({ chosen }) => chosen)).toEqual(['5', '0.1'])
    expect(pointsAt(points, choices)).toHaveLength(1)
  })
})

test('the picture of the README is what its command draws, of one crowd', () => {
  const kept = readFileSync('assets/collection.svg', 'utf8')
  expect(drawPicture(1)).toBe(kept)
  expect(drawPicture(2)).not.toBe(kept)
})

test('the home page plays the example of the README', () => {
  const home = readFileSync('site/home.ts', 'utf8').split('// %%\n')[1].split('\n\n// %%')[0]
  expect(readFileSync('README.md', 'utf8')).toContain(home)
})

test('the home page says of everything how much is left', () => {
  const page = homePage([], '')
  expect(page).toMatch(/leave 4\d % of the error.*leaves 6\d % of the error.*takes 2\d % of the people/)
})

describe('findings', () => {
  const findings = FINDINGS.map(find => find())

  test('have a title, a text without holes, and a chart that shows something at first', () => {
    expect(new Set(findings.map(({ slug }) => slug)).size).toBe(findings.length)
    for (const { title, text, chart } of findings) {
      expect(`${title} ${text}`).not.toMatch(/NaN|undefined|Infinity/)
      const shown = pointsAt(chart.points, choicesOf(chart.points, chart.filters, {}))
      expect(shown.length).toBeGreaterThan(1)
      expect(shown.every(({ value }) => Number.isFinite(value))).toBe(true)
      // Each label stands once: the filters tell all points apart.
      expect(new Set(shown.map(({ label }) => label)).size).toBe(shown.length)
      for (const { key, initial } of chart.filters) {
        expect(chart.points.map(({ keys }) => keys[key])).toContain(initial)
      }
    }
  })

  test('stand on tables whose rows all have every column', () => {
    for (const table of findings.flatMap(({ tables }) => tables)) {
      expect(readTable(table).length).toBeGreaterThan(1)
    }
    expect(() => rowOf(readTable('frontier/frontier.csv'), { strategy: 'srr' })).toThrow(/expected one row/)
  })
})

describe('advice on methods', () => {
  const plan = { categories: 20, users: 10_000, epsilon: 1 }

  test('expects of randomized response the error that its channel implies', () => {
    // At ε = 5 the sets of 20 categories have one: this is SRR.
    const [[truth], [other]] = [0, 1].map(row =>
      channelMatrix(srr({ categories: 20, epsilon: 5 })).map(x => x[row]),
    )
    const share = other + (truth - other) / 20
    const sigma = Math.sqrt((share * (1 - share)) / 10_000) / (truth - other)
    expect(evenError({ ...plan, epsilon: 5 })).toBeCloseTo(10 * Math.sqrt(2 / Math.PI) * sigma, 12)
    expect(evenError({ ...plan, users: 10 })).toBe(1)
  })

  test('follows the question, ε, and how much can be known', () => {
    expect(adviseOn(plan, 'all', 0.07).strategy).toContain('subset-selection')
    expect(adviseOn({ ...plan, epsilon: 5 }, 'all', 0.01).strategy).toContain('srr')
    expect(adviseOn({ ...plan, categories: 100 }, 'all', 0.2).strategy).toContain('block-design')
    expect(adviseOn(plan, 'all', 0.5).strategy).toContain('fewer categories')
    expect(adviseOn(plan, 'top1', 0.5).strategy).toContain('goal')
  })

  test('shows what was measured nearest, for all kinds of truths', () => {
    const one = (epsilon: number, rho: number) => ({
      ...plan,
      epsilon,
      rho,
      strategy: 'srr',
      runs: 50,
      error: 0,
      standardError: 0,
    })
    const measured = [one(0.5, 1), one(1, 0.1), one(1, 1), one(5, 1)]
    expect(nearestMeasured({ ...plan, epsilon: 1.2 }, measured)).toEqual([measured[1], measured[2]])
  })
})

describe('the glossary', () => {
  const parser = new MarkdownIt().use(linkGlossary)
  const render = (text: string, relativePath = 'guides/one.md') => parser.render(text, { relativePath })

  test('is linked at the first use of a term, outside headings, links and code', () => {
    const html = render(
      '# The posterior\n\nA `posterior` and [a posterior](x) and the posterior, the posterior.',
    )
    expect(html.match(/glossary#posterior/g)).toHaveLength(1)
    expect(html).toMatch(
      /and the <a href="\/guides\/glossary#posterior" class="term" data-says="[^"]+">posterior<\/a>, the posterior/,
    )
    expect(html).toContain('<h1>The posterior</h1>')
  })

  test('says on hover what its entry says, as plain text', () => {
    expect(render('by SRR')).toContain(
      'data-says="The truth with probability e^ε / (e^ε + K - 1), otherwise any other of the K categories. Also called k-ary',
    )
    expect(render('by SRR')).not.toMatch(/data-says="[^"]*[$_*`]/)
  })

  test('is not linked from itself or from the reference', () => {
    expect(render('the posterior', 'guides/glossary.md')).not.toContain('<a')
    expect(render('the posterior', 'reference/adobest/functions/srr.md')).not.toContain('<a')
  })
})
