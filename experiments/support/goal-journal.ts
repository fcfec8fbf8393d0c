import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { GoalEnd } from './goal-runs.ts'

/** The ends of paired runs, by their settings, in a file with a line of JSON each, so that an experiment can be resumed. */
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

  /** The stored ends of runs; otherwise plays them now. */
  endsOf(played: string, play: () => GoalEnd[]): GoalEnd[] {
    const stored = this.ends.get(played)
    if (stored) return stored
    const ends = play()
    appendFileSync(this.file, `${JSON.stringify({ played, ends })}\n`)
    return ends
  }
}
