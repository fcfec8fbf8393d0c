import type { PageTrajectory } from './data.ts'

/** Length of the longest name, in characters, that is shown whole in a small space. */
const LONG = 16

/** Name of the `i`-th shown category of a run; its number if names are unknown. */
export function categoryName({ shown, names }: PageTrajectory, i: number): string {
  return names?.[i] ?? `category ${shown[i]}`
}

/** Name of the `i`-th category, truncated if it is long. */
export function shortCategoryName(trajectory: PageTrajectory, i: number): string {
  const name = categoryName(trajectory, i)
  return name.length > LONG ? `${name.slice(0, LONG - 1)}…` : name
}
