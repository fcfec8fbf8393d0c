import { playCollection } from './collection.ts'

let frames: ReturnType<typeof playCollection> | undefined

/** A seed begins a collection; any other message requests its next frame. */
self.onmessage = ({ data }: MessageEvent<{ readonly seed?: number }>) => {
  if (data.seed !== undefined) frames = playCollection(data.seed)
  const next = frames?.next()
  self.postMessage(next === undefined || next.done ? undefined : next.value)
}
