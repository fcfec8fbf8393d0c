import { readFile } from 'node:fs/promises'
import { type Cell, parseCells } from './cells.ts'
import { isKept, keep, kept, stateOfProgram } from './kept.ts'
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
  const parts = Array.from(code.join('\n').matchAll(PART), ([, part]) => `dist/${part ?? 'index'}.mjs`)
  return [...code, await stateOfTools([...PLAYER, ...parts])]
}

/** The parts of the library. */
const PART = / from 'adobest(?:\/(\w+))?'/g
/** What plays and draws. */
const PLAYER = ['notebooks/render/play.ts', 'notebooks/render/display.ts']

/** The states of what notebooks are played by, which are looked up once: the program has loaded them. */
const states = new Map<string, Promise<string>>()

function stateOfTools(files: readonly string[]): Promise<string> {
  const known = states.get(files.join()) ?? stateOfProgram(files)
  states.set(files.join(), known)
  return known
}
