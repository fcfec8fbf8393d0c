import { namesOf } from '../check/categories.ts'
import { copyList, isObject, refuse, type Vector } from '../check/check.ts'
import { readGoal, readGoals } from '../query/parse-goal.ts'
import { readMemory } from './memory/memory.ts'
import { type Labelled, readOneQuestion, vocabularyOfOne } from './one-question.ts'
import type { EstimatorOptions, SnapshotOptions } from './snapshot.ts'

/** The options as plain data, without the catalogue, which is not plain data. */
export function plainOptions({ catalogue, ...options }: EstimatorOptions & Labelled): SnapshotOptions {
  const { categories: K, range } = readOneQuestion(options)
  const { prior, publicPrior, memory, labels, goal, goals } = options
  if (labels !== undefined && namesOf(labels)?.length !== K) refuse('labels', labels, `${K} names`)
  const vocabulary = vocabularyOfOne(options)
  const copy = (argument: string, vector: Vector) =>
    copyList(argument, vector, K, K, `a vector of ${K} numbers`) as number[]
  return {
    ...options,
    ...(range && { question: range.toJSON() }),
    ...(labels && { labels: [...labels] }),
    ...(goal !== undefined && { goal: String(readGoal(goal, vocabulary)) }),
    ...(goals && { goals: readGoals({ goals }, vocabulary).map(String) }),
    ...(isObject(prior) && { prior: copy('prior', prior) }),
    ...(memory !== undefined && { memory: readMemory(memory) }),
    ...(isObject(publicPrior) && { publicPrior: copy('publicPrior', publicPrior) }),
  }
}
