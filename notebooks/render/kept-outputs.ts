import { readFile } from 'node:fs/promises'
import { type Cell, parseCells } from './cells.ts'
import { isKept, keep, kept, stateOf } from './kept.ts'
import type { Output } from './outputs.ts'
import { type Played, playNotebook } from './play.ts'

/** A notebook, which is played again only if its code, the library or what draws it has changed. */
export async function playedNotebook(file: string): Promise<Played> {
  const cells = await cellsOf(file)
  const outputs = await kept(file, await madeFrom(cells), async () => listed(await playNotebook(file)))
  return { cells, outputs: new Map(outputs) }
}

/** Keeps what a notebook that was just played has shown. */
export async function keepPlayed(file: string, played: Played): Promise<void> {
  await keep(file, await madeFrom(played.cells), listed(played))
}

/** Whether a notebook has been played as it is. */
export async function isPlayed(file: string): Promise<boolean> {
  return isKept(file, await madeFrom(await cellsOf(file)))
}

const cellsOf = async (file: string) => parseCells(file, await readFile(file, 'utf8'))
const listed = ({ outputs }: Played): [number, readonly Output[]][] => [...outputs]

async function madeFrom(cells: readonly Cell[]): Promise<string[]> {
  const code = cells.filter(({ kind }) => kind === 'code').map(({ number, text }) => `${number} ${text}`)
  return [...code, await stateOf('dist'), await stateOf('notebooks/render')]
}
