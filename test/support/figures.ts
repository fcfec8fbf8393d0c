import type { SimulatedRun } from '../../src/simulation/open-run.ts'

/** What can be compared of a run, and is the same at every time: its functions cannot be compared, and its times differ. */
export function figuresOf({ posterior, toInferenceData: _, recordingSeconds: __, ...run }: SimulatedRun) {
  return { ...run, draws: posterior.draws }
}
