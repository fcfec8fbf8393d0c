import { parseGoal } from 'adobest'

/**
 * Translates a goal object of an earlier release, with categories by their numbers, into text; undefined for other values.
 *
 *     { "category": 3, "within": 0.05 }                     share("by car") ± 0.05
 *     { "above": { "category": 3, "threshold": 0.3 } }      share("by car") > 0.3
 *     { "compare": [0, 3], "margin": 0.02 }                 share("on foot") > share("by car") by 0.02
 *     { "top": 3, "margin": 0.02 }                          top(3) by 0.02
 */
export function newGoal(goal: unknown, categories: unknown): string | undefined {
  if (typeof goal !== 'object' || goal === null || !Array.isArray(categories)) return undefined
  const { category, within, above, compare, top, margin } = goal as OldGoal
  const share = (x: unknown) => `share(${JSON.stringify(categories[x as number])})`
  const by = margin === undefined ? '' : ` by ${margin}`
  const text =
    within !== undefined
      ? `${share(category)} ± ${within}`
      : above !== undefined
        ? `${share(above?.category)} > ${above?.threshold}`
        : compare !== undefined
          ? `${share(compare?.[0])} > ${share(compare?.[1])}${by}`
          : `top(${top})${by}`
  try {
    return String(parseGoal(text, { categories }))
  } catch {
    return undefined
  }
}

interface OldGoal {
  readonly category?: unknown
  readonly within?: unknown
  readonly above?: { readonly category?: unknown; readonly threshold?: unknown }
  readonly compare?: readonly unknown[]
  readonly top?: unknown
  readonly margin?: unknown
}
