/**
 * Plays notebooks for their pages, one after another, by the names that it receives. It is a separate program, so that two can be played at
 * a time.
 */
import { playedNotebook } from '../../notebooks/render/kept-outputs.ts'

process.on('message', async (file: string) => {
  await playedNotebook(file)
  process.send?.(file)
})
