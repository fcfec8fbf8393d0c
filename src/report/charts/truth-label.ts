import type { CellSetting } from './cell.ts'

/**
 * The name of a truth for readers: ρ if it is drawn; the column of a file, and the file without folders and digest; else the truth's own
 * name.
 *
 * @example
 * truthLabel({ rho: null, truthName: 'data/adult.csv:occupation:20419e2e2b5d' }) // 'occupation (adult.csv)'
 */
export function truthLabel({ rho, truthName }: Pick<CellSetting, 'rho' | 'truthName'>): string {
  if (rho !== null) return `ρ = ${rho}`
  const [, classes] = CLASSES.exec(truthName) ?? []
  if (classes !== undefined) return `${classes} latent classes`
  const [, file, column] = COLUMN.exec(truthName) ?? []
  return file === undefined ? truthName : `${column} (${file.split(/[/\\]/).at(-1)})`
}

/** Pattern of the name of latent classes: their number, and a digest. */
const CLASSES = /^classes:(\d+):[0-9a-f]{12}$/
/** Pattern of the name of a column: the file, the column, a digest. It excludes lists of steps, such as `steps:2:5feceb66ffc8`. */
const COLUMN = /^(?!steps:\d+:)(.*):([^:]*):[0-9a-f]{12}$/s
