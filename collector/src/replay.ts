import { Adaptation, type Figures } from './adaptation.ts'
import type { Store } from './store/store.ts'
import { storedSurvey } from './survey.ts'

/** Estimates anew from the sealed batches alone. Equal digests show that the served estimate depends on nothing else. */
export async function replay(store: Store): Promise<Figures & { readonly batches: number }> {
  const { id, spec, sealed } = store.standing()
  const survey = storedSurvey(spec)
  const adaptation = new Adaptation({ survey, id, snapshot: null, past: [] })
  adaptation.advance(store.batchesAfter(0, sealed))
  const { figures } = await adaptation.estimate()
  return { batches: sealed, ...figures }
}
