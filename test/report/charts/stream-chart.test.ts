import { expect, test } from 'vitest'
import { streamChart } from '../../../src/report/charts/stream-chart.ts'
import { drawFigure } from '../../../src/report/figure.ts'
import { simulate } from '../../../src/simulation/simulate.ts'
import { drawPanel, question } from '../../support/cells.ts'

const { runs } = simulate({
  truth: { swap: { truth: [0.6, 0.25, 0.1, 0.05], at: 500 } },
  users: 1000,
  strategies: ['srr'],
  epsilon: 3,
  checkpoints: 12,
  draws: 10,
  anytime: true,
  seed: 1,
})
const [{ trajectory }] = runs
const PICTURE = { title: 'A swap', subtitle: 'SRR', trajectory, alarms: [{ at: 700, categories: [1] }] }

test('the likeliest categories have a panel each, with both bands, the truth and the estimate', () => {
  const { panels, caption } = streamChart({ ...PICTURE, names: ['bus', 'car', 'train', 'ferry'], most: 2 })
  expect(panels.map(({ heading }) => heading)).toEqual(['bus', 'car'])
  const { marks } = drawPanel(panels[0])
  expect(marks('area', 'path')).toHaveLength(2)
  expect(marks('line', 'path')).toHaveLength(3)
  expect(caption.join(' ')).toContain('at every look')
})

test('an alarm stands at its answer, and is named where the category moved', () => {
  const [first, second] = streamChart({ ...PICTURE, most: 2 }).panels.map(drawPanel)
  expect(first.marks('text', 'text').map(each => each.textContent)).not.toContain('moved')
  expect(second.marks('text', 'text').map(each => each.textContent)).toContain('moved')
  const label = second.marks('text', 'text').find(each => each.textContent === 'moved')!
  // Above the frame, where no curve crosses it.
  const [, top] = second.scale('y')!.domain as [number, number]
  expect(label.getAttribute('transform')).toContain(`,${second.at('y', top)})`)
  expect(Number.parseFloat(label.getAttribute('y') ?? '0')).toBeLessThanOrEqual(0)
  const [x] = question(first.marks('rule', 'line'), 'x1')
  expect(x).toBeCloseTo(first.at('x', 700), 6)
})

test('without a band or an alarm the caption speaks of none', async () => {
  const plain = trajectory.map(({ anytime, ...checkpoint }) => checkpoint)
  const figure = streamChart({ title: 'A swap', subtitle: 'SRR', trajectory: plain })
  expect(figure.caption.join(' ')).not.toMatch(/look, with a probability|alarm/)
  expect(await drawFigure(figure)).toContain('A swap')
})
