import { drawNormal } from '../random/normal.ts'
import { stream } from '../random/stream.ts'
import type { Path } from './rule.ts'

/** How many people have to be invited until a goal is settled, sorted; the paths take turns. */
export function peopleInvited(
  paths: readonly Path[],
  count: number,
  { seed, nonresponse }: { readonly seed: string | number; readonly nonresponse: number },
): Float64Array {
  const rng = stream(seed, 'paths of a plan')
  const counts = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const answers = paths[i % paths.length](rng)
    counts[i] = answers === Infinity ? answers : invited(answers, nonresponse, drawNormal(rng))
  }
  return counts.sort()
}

/** So many people have to be invited for so many answers; z is the normal score of chance. */
function invited(answers: number, nonresponse: number, z: number): number {
  const needed = (answers + z * Math.sqrt(answers * nonresponse)) / (1 - nonresponse)
  return Math.max(Math.ceil(answers), Math.ceil(needed))
}
