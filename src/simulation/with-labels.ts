import { isList, isObject, refuse, requireNumber } from '../check/check.ts'

/**
 * Turns a truth by labels, `{ yes: 0.3, no: 0.7 }`, into a list in the order of the labels. Returns any other truth unchanged.
 *
 * @throws RangeError unless there is a share of each label
 */
export function withLabels<T>(argument: string, truth: T, labels: readonly string[] | undefined): T {
  if (labels === undefined || !isObject(truth) || isList(truth)) return truth
  const given = Object.keys(truth)
  if (given.length === 0 || !given.some(name => labels.includes(name))) return truth
  const missing = labels.find(label => !given.includes(label))
  if (missing !== undefined || given.length > labels.length) {
    refuse(argument, truth, `a share of each label and of nothing else: ${labels.join(', ')}`)
  }
  const shares = truth as unknown as Record<string, number>
  return labels.map(label => requireNumber(`${argument}.${label}`, shares[label], { min: 0 })) as unknown as T
}
