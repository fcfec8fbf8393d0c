import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { GoalEnd } from './goal-runs.ts'

/** How the paired runs of a question ended, by what was played: a line of JSON each, so that a stopped experiment goes on. */
export class GoalJournal {
  private readonly file: string
  private readonly ends = new Map<string, GoalEnd[]>()

  constructor(file: string) {
    this.file = file
    mkdirSync(dirname(file), { recursive: true })
    if (!existsSync(file)) return
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue
      const { played, ends } = JSON.parse(line)
      this.ends.set(played, ends)
    }
  }

  /** The ends of what was played before, or else of playing it now. */
  endsOf(played: string, play: () => GoalEnd[]): GoalEnd[] {
    const known = this.ends.get(played)
    if (known) return known
    const ends = play()
    appendFileSync(this.file, `${JSON.stringify({ played, ends })}\n`)
    return ends
  }
}
