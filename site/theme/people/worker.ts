import type { PowerOptions } from '../../../src/planning/power-options.ts'
import { planCurves } from './planned-curves.ts'

/** Plans a question and posts each piece when it is found. The last message contains the error, if any. */
self.onmessage = ({ data }: MessageEvent<PowerOptions>) => {
  try {
    for (const piece of planCurves(data)) self.postMessage(piece)
    self.postMessage({ done: true })
  } catch (error) {
    self.postMessage({ done: true, refused: (error as Error).message })
  }
}
