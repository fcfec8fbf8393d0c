import type { Decision } from '../../src/index.ts'
import { chosenGoal } from './choices.ts'
import type { Setting } from './setting.ts'

/** The decision about the goal, in a sentence. */
export function decisionWords(setting: Setting, { settled, answer, probability, answers }: Decision): string {
  const people = `${answers.toLocaleString('en')} people`
  const state = settled ? `Settled after ${people}` : `Not settled after ${people}`
  return `${state}: ${answerWords(setting, answer)}, with a probability of ${probability.toFixed(3)}.`
}

function answerWords({ goal, confidence, names }: Setting, answer: Decision['answer']): string {
  const name = (category: unknown) => names?.[category as number] ?? `category ${category}`
  const { category, threshold } = chosenGoal(goal, confidence).numbers
  if (typeof answer === 'number' && category !== undefined)
    return `${name(category)} has a share of ${answer.toFixed(3)}`
  if (typeof answer === 'boolean') return `${name(category)} is ${answer ? '' : 'not '}above ${threshold}`
  if (typeof answer === 'object') return `the most frequent are ${answer.map(name).join(', ')}`
  return answer === 'tie' ? 'they differ by less than the margin' : `${name(answer)} is more frequent`
}
