import type { Decision, Goal } from '../../src/index.ts'

/** What the answers say about a goal, in a sentence. */
export function decisionWords(goal: Goal, { settled, answer, probability, answers }: Decision): string {
  const people = `${answers.toLocaleString('en')} people`
  const state = settled ? `Settled after ${people}` : `Not settled after ${people}`
  return `${state}: ${answerWords(goal, answer)}, with a probability of ${probability.toFixed(3)}.`
}

function answerWords(goal: Goal, answer: Decision['answer']): string {
  if ('category' in goal) return `category ${goal.category} has a share of ${Number(answer).toFixed(3)}`
  if ('above' in goal) {
    return `category ${goal.above.category} is ${answer ? '' : 'not '}above ${goal.above.threshold}`
  }
  if ('top' in goal) return `the most frequent are ${(answer as readonly number[]).join(', ')}`
  return answer === 'tie' ? 'they differ by less than the margin' : `category ${answer} is more frequent`
}
