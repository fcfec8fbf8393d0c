import { type PlotOptions, plot } from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import type { Cell, Errors } from '../../src/report/charts/cell.ts'
import type { Panel } from '../../src/report/panel.ts'

export const BOX: Errors = {
  low: 0.1,
  q1: 0.2,
  median: 0.3,
  q3: 0.4,
  high: 0.6,
  outliers: [0.02, 0.9],
  points: [],
  mean: 0.32,
  standardError: 0.02,
}

/** A cell that no runs have made, like this one but for some changes. */
export function cell(changes: Partial<Cell> = {}): Cell {
  return {
    strategy: 'srr',
    categories: 10,
    users: 1000,
    truthName: 'dirichlet:0.1',
    rho: 0.1,
    epsilon: 1,
    sampler: 'hmc',
    prior: 'learned',
    groupSize: 1,
    memory: 'all',
    goal: 'none',
    runs: 6,
    people: null,
    error: BOX,
    areNumbers: false,
    meanSubsetSize: 2.5,
    bins: [],
    binnedRuns: 6,
    ...changes,
  }
}

/** A panel as Plot draws it: its marks by their labels, and where a scale puts a value, worked out from its ends. */
export function drawPanel({ plot: options }: Panel) {
  const { document } = parseHTML('<!doctype html><html></html>')
  const drawn = plot({ ...options, document } as PlotOptions)
  const at = (name: 'x' | 'y', value: number): number => {
    const { type, domain, range } = drawn.scale(name)!
    // The charts know no power but the root.
    const there = { log: Math.log, pow: Math.sqrt, linear: Number }[type as 'log' | 'pow' | 'linear']
    const [low, high, v] = [...domain!, value].map(end => there(Number(end)))
    const [from, to] = [...(range as Iterable<number>)]
    return from + ((to - from) * (v - low)) / (high - low)
  }
  return {
    svg: drawn.outerHTML,
    at,
    scale: drawn.scale.bind(drawn),
    /** Elements of marks with this label, in the order in which they are drawn. */
    marks: (label: string, element: string) => [
      ...drawn.querySelectorAll(`[aria-label="${label}"] ${element}`),
    ],
    texts: [...drawn.querySelectorAll('text')].map(text => text.textContent),
  }
}

export function question(elements: readonly Element[], name: string): number[] {
  return elements.map(element => Number(element.getAttribute(name)))
}
