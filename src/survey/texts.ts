import { copyList, refuse } from '../check/check.ts'

/** Largest number of labels of a question. */
const MOST_LABELS = 1000
/** Largest length of a label. */
const LONGEST_LABEL = 200

/** A text that is not empty. */
export function requireText(path: string, value: unknown, longest: number): string {
  const isRight = typeof value === 'string' && value.trim() !== '' && value.length <= longest
  return isRight ? value : refuse(path, value, `a text of 1 to ${longest} characters`)
}

/** Labels, all of them different. */
export function requireLabels(path: string, value: unknown, least: number): void {
  const allowed = `a list of ${least} to ${MOST_LABELS} different texts`
  const labels = copyList(path, value, least, MOST_LABELS, allowed)
  for (const [i, label] of labels.entries()) requireText(`${path}[${i}]`, label, LONGEST_LABEL)
  if (new Set(labels).size < labels.length) refuse(path, value, allowed)
}
