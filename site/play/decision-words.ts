import type { Decision, Goal } from '../../src/index.ts'

/** What the answers say about a goal, in a sentence. */
export function decisionWords(
  goal: Goal,
  { settled, answer, probability, answers }: Decision,
  names?: readonly string[],
): string {
  const people = `${answers.toLocaleString('en')} people`
  const state = settled ? `Settled after ${people}` : `Not settled after ${people}`
  const name = (category: number) => names?.[category] ?? `category ${category}`
  return `${state}: ${answerWords(goal, answer, name)}, with a probability of ${probability.toFixed(3)}.`
}

function answerWords(goal: Goal, answer: Decision['answer'], name: (category: number) => string): string {
  if ('category' in goal) return `${name(goal.category)} has a share of ${Number(answer).toFixed(3)}`
  if ('above' in goal) {
    return `${name(goal.above.category)} is ${answer ? '' : 'not '}above ${goal.above.threshold}`
  }
  if ('top' in goal) return `the most frequent are ${(answer as readonly number[]).map(name).join(', ')}`
  return answer === 'tie' ? 'they differ by less than the margin' : `${name(Number(answer))} is more frequent`
}
