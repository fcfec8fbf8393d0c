/**
 * Plays notebooks, for the pages that are made of them, one after another as their names are sent. It is a program of its own, so that
 * two can be played at a time.
 */
import { playedNotebook } from '../../notebooks/render/kept-outputs.ts'

process.on('message', async (file: string) => {
  await playedNotebook(file)
  process.send?.(file)
})
