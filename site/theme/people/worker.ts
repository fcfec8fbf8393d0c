import type { QuestionOptions } from '../../../src/planning/power.ts'
import { planCurves } from './planned-curves.ts'

/** Plans a question and posts each piece when it is found; a last one has what was refused, or nothing. */
self.onmessage = ({ data }: MessageEvent<QuestionOptions>) => {
  try {
    for (const piece of planCurves(data)) self.postMessage(piece)
    self.postMessage({ done: true })
  } catch (error) {
    self.postMessage({ done: true, refused: (error as Error).message })
  }
}
