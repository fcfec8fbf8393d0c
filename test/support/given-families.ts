import { matrixChannel } from '../../src/mechanism/matrix-channel.ts'
import { surveyDesign } from '../../src/mechanism/survey-design.ts'
import { unaryChannel } from '../../src/mechanism/unary-channel.ts'
import { type Family, NOT_COUNTS, randomEpsilon, refusal } from './family.ts'
import {
  binarySubject,
  evenlyForced,
  matrixSubject,
  randomRows,
  surveySubjects,
  unaryOdds,
  unarySubject,
} from './given-channels.ts'
import { numbers } from './subjects.ts'

/** The kinds whose channels are given by their probabilities. */
export const GIVEN_FAMILIES: Family[] = [
  {
    name: 'matrix',
    small: () => [
      matrixSubject([
        [0.75, 0.5],
        [0.25, 0.5],
      ]),
      matrixSubject([
        [0.5, 0.1, 0.1],
        [0.25, 0.7, 0.1],
        [0.15, 0.1, 0.2],
        [0.1, 0.1, 0.6],
      ]),
    ],
    random: (rng, most) => {
      const categories = 2 + rng.integer(Math.min(most, 8) - 1)
      return matrixSubject(randomRows(rng, categories, randomEpsilon(rng)))
    },
    at: epsilon => {
      const low = Math.exp(-Math.min(epsilon, 700))
      return matrixSubject(numbers(6).map(y => numbers(6).map(x => (x === y ? 1 : low) / (1 + 5 * low))))
    },
    refused: [
      ...[null, undefined, 5, {}, [], [[1, 1]], '11', [null, null], [[1], [0]], [[0.5, 0.5], [0.5]]].map(
        bad => refusal('rows(\\[\\d\\])?', bad, rows => matrixChannel({ rows })),
      ),
      ...[-0.1, 1.1, Number.NaN, '1', null].map(bad =>
        refusal('rows\\[1\\]\\[0\\]', bad, value =>
          matrixChannel({
            rows: [
              [0.5, 0.5],
              [value, 0.5],
            ],
          }),
        ),
      ),
      refusal('rows\\[1\\]', [0, 0], row => matrixChannel({ rows: [[1, 1], row] })),
      refusal('the sum of column 1 of rows', 0.9, value =>
        matrixChannel({
          rows: [
            [0.5, 0.5],
            [0.5, 0.4 + 0 * value],
          ],
        }),
      ),
    ],
  },
  {
    name: 'unary',
    small: () =>
      [2, 4].flatMap(K => [
        unarySubject(K, 0.75, 0.25),
        unarySubject(K, 0.6, 0.05),
        unarySubject(K, 0.3, 0.2),
      ]),
    random: (rng, most) => unarySubject(2 + rng.integer(most - 1), ...unaryOdds(randomEpsilon(rng))),
    at: epsilon => unarySubject(6, ...unaryOdds(Math.max(1e-9, Math.min(epsilon, 700)))),
    refused: [
      ...[...NOT_COUNTS, 1].map(bad =>
        refusal('categories', bad, K => unaryChannel({ categories: K, p: 0.6, q: 0.4 })),
      ),
      ...[0, 1, -1, Number.NaN, '1', null, undefined, 0.3, 0.4].map(bad =>
        refusal('p', bad, p => unaryChannel({ categories: 4, p, q: 0.4 })),
      ),
      ...[0, 1, -1, Number.NaN, '1', null, undefined].map(bad =>
        refusal('q', bad, q => unaryChannel({ categories: 4, p: 0.6, q })),
      ),
    ],
  },
  {
    name: 'survey-design',
    small: () => [...surveySubjects(0.7, 0.3), ...surveySubjects(0.2, 0.9)],
    random: rng => {
      const subjects = surveySubjects(0.501 + 0.498 * rng.uniform(), 0.01 + 0.98 * rng.uniform())
      return subjects[rng.integer(subjects.length)]
    },
    at: epsilon => {
      const p = 1 / (1 + Math.exp(Math.max(1e-9, Math.min(epsilon, 700))))
      return binarySubject({ kind: 'warner', p }, [1 - p, p])
    },
    refused: [
      ...['triangular', 'dice', undefined, null, 5].map(bad =>
        refusal('kind', bad, kind => surveyDesign({ kind, p: 0.3 } as never)),
      ),
      ...[0, 0.5, 1, -1, Number.NaN, '1', null, undefined].flatMap(bad => [
        refusal('p', bad, p => surveyDesign({ kind: 'warner', p })),
        refusal('prevalence', bad, prevalence => surveyDesign({ kind: 'crosswise', prevalence })),
      ]),
      ...[0, 1, Number.NaN, '1', undefined].flatMap(bad => [
        refusal('p', bad, p => surveyDesign({ kind: 'unrelated', p, prevalence: 0.3 })),
        refusal('prevalence', bad, prevalence => surveyDesign({ kind: 'unrelated', p: 0.7, prevalence })),
        refusal('truth', bad, truth => surveyDesign({ kind: 'forced', truth, yes: 0.2, no: 0.2 })),
        refusal('truth', bad, truth => surveyDesign({ kind: 'forced', truth, law: [0.5, 0.5] })),
        refusal('yes', bad, yes => surveyDesign({ kind: 'forced', truth: 0.6, yes, no: 0.2 })),
        refusal('no', bad, no => surveyDesign({ kind: 'forced', truth: 0.6, yes: 0.2, no })),
      ]),
      refusal('truth \\+ yes \\+ no', 0.3, no => surveyDesign({ kind: 'forced', truth: 0.6, yes: 0.2, no })),
      ...[[], [1], 5, '11', null, [0.5, 0.6], [0, 1], [Number.NaN, 1]].map(bad =>
        refusal('(the sum of )?law(\\[0\\])?', bad, law => surveyDesign({ kind: 'forced', truth: 0.5, law })),
      ),
      ...['none', 0.3, null].map(bad =>
        refusal('yes', bad, yes =>
          surveyDesign({ kind: 'crosswise', prevalence: 0.3, yes: yes as 'exactly-one' }),
        ),
      ),
      ...[-0.1, 1, Number.NaN, '1', null].map(bad =>
        refusal('noncompliance', bad, noncompliance =>
          surveyDesign({ kind: 'warner', p: 0.3, noncompliance }),
        ),
      ),
      refusal('noncompliance', 0.1, noncompliance =>
        surveyDesign({ kind: 'forced', ...evenlyForced(3, 1), noncompliance }),
      ),
      refusal('each name in options', 'prevalence', () =>
        surveyDesign({ kind: 'warner', p: 0.3, prevalence: 0.1 } as never),
      ),
    ],
  },
]
