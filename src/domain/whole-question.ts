import { copyList, refuse, refuseSecret, requireInteger, requireOptions } from '../check/check.ts'
import type { OrderedKind } from './kind.ts'
import { ordered, requireOutside, withOutside } from './ordered.ts'
import type { WholeQuestion } from './question.ts'

/** Largest number of whole numbers with a cell each. */
const MOST_WHOLE = 4096

export function whole(question: WholeQuestion, argument: string): OrderedKind {
  requireOptions(question, { whole: true, outside: true }, argument)
  const name = `${argument}.whole`
  const list = copyList(name, question.whole, 2, 2, 'two whole numbers, the lowest and the highest')
  const from = requireInteger(`${name}[0]`, list[0], Number.MIN_SAFE_INTEGER)
  const to = requireInteger(`${name}[1]`, list[1], from + 1)
  const outside = requireOutside(argument, question.outside)
  const bins = to - from + 1
  if (bins > MOST_WHOLE) refuse(name, list, `at most ${MOST_WHOLE} whole numbers; bins take more together`)
  const inside = Float64Array.from({ length: bins }, (_, i) => from + i)
  const ends = [from, to] as const
  return ordered({
    kind: 'whole',
    edges: Float64Array.from({ length: bins + 1 }, (_, i) => from + i - 0.5),
    inside,
    names: withOutside(Array.from(inside, String), ends, outside),
    outside,
    ends,
    place(held, called) {
      if (!Number.isInteger(held)) refuseSecret(called, 'a whole number')
      return Math.max(-1, Math.min(bins, (held as number) - from))
    },
    json: { whole: [from, to], ...(outside === 'clamp' && { outside }) },
  })
}
