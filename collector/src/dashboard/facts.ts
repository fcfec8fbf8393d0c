import { create, percent, whole } from './elements.ts'
import type { Detailed, Published, Results } from './results.ts'

/** Additional facts for the operator, as pairs of a name and a value. */
export function facts(results: Published & Partial<Results>): HTMLElement[] {
  const pairs = isDetailed(results)
    ? [...(isLive(results) ? liveFacts(results) : []), ...fixedFacts(results)]
    : []
  return pairs.map(([name, value]) =>
    create('div', {}, create('dt', {}, name), create('dd', { dir: 'auto' }, value)),
  )
}

export const isDetailed = (results: Published & Partial<Results>): results is Detailed & Partial<Results> =>
  results.auditedEpsilon !== undefined
export const isLive = (results: Published & Partial<Results>): results is Results =>
  results.invitations !== undefined

function liveFacts(results: Results): [string, string][] {
  const { tallied, waiting, invitations, refused, requests, sealedSecondsAgo, asked, survey } = results
  const refusals = Object.entries(refused).map(([status, n]) => `${whole(n)} with ${status}`)
  const left = invitations.open ?? invitations.abandoned ?? 0
  const views = new Map<string, number>()
  const groups = new Set(asked.map(({ group }) => group)).size
  for (const { about, weight } of asked) {
    const name = about.join(' with ')
    if (name !== '') views.set(name, (views.get(name) ?? 0) + weight / groups)
  }
  const shares = [...views].map(([name, share]) => `${name} ${percent(share)}`).join(', ')
  return [
    [
      'Counted in the estimate',
      `${whole(tallied)}; ${whole(waiting)} wait for batches of ${survey.smallestBatch}`,
    ],
    [
      results.closed === null ? 'Invitations left' : 'Invitations never answered',
      `${whole(left)} of ${whole(invitations.issued)}`,
    ],
    ...(shares === '' ? [] : [['Asked about now', shares] as [string, string]]),
    ['Requests so far', whole(requests.length)],
    ['Posts refused since the start', refusals.join(', ') || 'none'],
    [
      'Last batch',
      sealedSecondsAgo === null ? 'none since the start' : `${whole(sealedSecondsAgo)} seconds ago`,
    ],
  ]
}

function fixedFacts({ auditedEpsilon, survey, liars, changes, groups = [] }: Detailed): [string, string][] {
  const change = changes?.at(-1)
  const labels = (survey as { categories?: readonly string[] }).categories
  const turnout = groups.map(
    ({ group, answered, invited }) => `${group} ${whole(answered)} of ${whole(invited)}`,
  )
  const sign = (p: number) => `${p < 0.05 ? 'yes' : 'none'}, p = ${p.toPrecision(2)}`
  return [
    ...(turnout.length === 0 ? [] : [['Answered, of those invited', turnout.join(', ')] as [string, string]]),
    ['ε of an answer, audited', `${auditedEpsilon.toFixed(3)}, of ${survey.epsilon} promised`],
    ['Signs of made-up answers', liars == null ? 'no test below 500 answers about the same' : sign(liars)],
    ...(changes === undefined
      ? []
      : [
          [
            'Changes of the frequencies',
            change
              ? `after ${whole(change.at)} answers: ${change.categories.map(x => labels?.[x] ?? x).join(', ')}`
              : 'none noticed',
          ] as [string, string],
        ]),
  ]
}

/** Warnings about answers that wait for others of their kind, perhaps forever. */
export function waitingWarnings({ waitsLong, survey }: Results): string[] {
  return waitsLong.map(({ group, about, answers, seconds }) => {
    const of = [about.join(' with '), group].filter(name => name !== '').join(', ')
    const hours = Math.floor(seconds / 3600)
    const since = `${hours} ${hours === 1 ? 'hour' : 'hours'}`
    return `${whole(answers)} of ${survey.smallestBatch} ${of === '' ? '' : `(${of}) `}have waited for ${since}; closing the survey counts them.`
  })
}
