import { Adaptation, type Figures } from './adaptation.ts'
import type { Store } from './store/store.ts'
import type { Survey } from './survey.ts'

/** Estimates anew from the sealed batches alone: equal digests show that nothing else has gone into the estimate that is served. */
export async function replay(store: Store): Promise<Figures & { readonly batches: number }> {
  const { id, spec, sealed } = store.standing()
  const survey = JSON.parse(spec) as Survey
  const adaptation = new Adaptation({ survey, id, snapshot: null, past: [] })
  adaptation.advance(store.batchesAfter(0, sealed))
  const { figures } = await adaptation.estimate()
  return { batches: sealed, ...figures }
}
