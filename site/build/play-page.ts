/**
 * Plays one notebook, for the pages that are made of it. It is a program of its own, so that two can be played at a time.
 *
 *     tsx site/build/play-page.ts site/guides/goals.ts
 */
import { playedPage } from './guides.ts'

await playedPage(process.argv[2])
