import { namesOf } from '../check/categories.ts'
import { copyList, isObject, refuse, type Vector } from '../check/check.ts'
import { requireGoal } from '../goal/goal.ts'
import { requireNumericGoal } from '../goal/numeric-goal.ts'
import { readMemory } from './memory/memory.ts'
import { readOneQuestion } from './one-question.ts'
import type { EstimatorOptions, Labelled, SnapshotOptions } from './snapshot.ts'

/** The options as plain data, without the catalogue, which is not plain data. */
export function plainOptions({ catalogue, ...options }: EstimatorOptions & Labelled): SnapshotOptions {
  const { categories: K, range } = readOneQuestion(options)
  const { prior, publicPrior, memory, labels } = options
  if (labels !== undefined && namesOf(labels)?.length !== K) refuse('labels', labels, `${K} names`)
  const copy = (argument: string, vector: Vector) =>
    copyList(argument, vector, K, K, `a vector of ${K} numbers`) as number[]
  return {
    ...options,
    ...(range && { question: range.toJSON() }),
    ...(labels && { labels: [...labels] }),
    ...(options.goal !== undefined && {
      goal: range ? requireNumericGoal(options.goal, range) : requireGoal(options.goal, K),
    }),
    ...(isObject(prior) && { prior: copy('prior', prior) }),
    ...(memory !== undefined && { memory: readMemory(memory) }),
    ...(isObject(publicPrior) && { publicPrior: copy('publicPrior', publicPrior) }),
  }
}
