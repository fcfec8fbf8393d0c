import type { PageData } from './data.ts'
import { element } from './element.ts'

/** Where the results come from: which code, when, and the plan. */
export function renderPlan({ plan, methods, versions, started, runs, planned }: PageData): HTMLElement {
  const facts = [
    ['adobest', versions.adobest],
    ['git revision', versions.revision ?? 'unknown: not played from a checkout'],
    ['Node.js', versions.node],
    ['Begun', started],
    ['Runs', `${runs.toLocaleString('en')} of ${planned.toLocaleString('en')}`],
    ...(methods === '' ? [] : [['Own methods', methods]]),
  ]
  const list = facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])
  // Puts each innermost list on one line.
  const text = JSON.stringify(plan, null, 2).replace(/\[[^[\]{}]*\]/g, found => found.replace(/\s+/g, ' '))
  return element('div', {}, element('dl', {}, ...list), element('pre', { tabindex: 0 }, text))
}
