import type { PageTrajectory } from './data.ts'

/** Names that are longer than this are cut where there is little room. */
const LONG = 16

/** What the `i`-th of the categories that a run shows is called: its name, or its number where names are not known. */
export function categoryName({ shown, names }: PageTrajectory, i: number): string {
  return names?.[i] ?? `category ${shown[i]}`
}

/** The same, cut to its beginning if it is long. */
export function shortCategoryName(trajectory: PageTrajectory, i: number): string {
  const name = categoryName(trajectory, i)
  return name.length > LONG ? `${name.slice(0, LONG - 1)}…` : name
}
