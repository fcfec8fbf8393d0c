import type { SeededRng } from 'adobest'
import { type Asked, fieldsOf, type Held, type Questions, respond } from '../../src/page/asked.ts'
import { post } from './collector.ts'

/** What a person holds, by the names of the questions; of items, those that apply. */
export type Person = Readonly<Record<string, Held>>

/** The requests of the moment for a group, which are asked for once a while, as caches do. */
export class Offers {
  private readonly url: string
  private readonly known = new Map<string, { readonly until: number; readonly requests: Asked[] }>()

  constructor(url: string) {
    this.url = url
  }

  async of(group: string): Promise<Asked[]> {
    const known = this.known.get(group)
    if (known && performance.now() < known.until) return known.requests
    const reply = await fetch(`${this.url}request${group && `?group=${encodeURIComponent(group)}`}`)
    const { requests } = (await reply.json()) as { requests: Asked[] }
    this.known.set(group, { until: performance.now() + 500, requests })
    return requests
  }
}

/** What a person's page sends: a request is drawn by its weight, and the answer to it randomized. */
export function answerOf(
  questions: Questions,
  requests: readonly Asked[],
  { token, person, epsilon, rng }: { token: string; person: Person; epsilon: number; rng: SeededRng },
) {
  let left = rng.uniform()
  const asked = requests.find(({ weight }) => (left -= weight) < 0) ?? requests.at(-1)!
  const fields = fieldsOf(questions, asked)
  const held = fields.map(({ name, items }) => {
    const value = person[name]
    return Array.isArray(value) ? value.filter(item => items.includes(item)) : value
  })
  return { token, request: asked.id, response: respond(fields, asked, held, epsilon) }
}

/** Sends answers, so many at a time. @returns how many were counted */
export async function sendAll(url: string, bodies: (() => Promise<object>)[], atOnce = 40): Promise<number> {
  let counted = 0
  const next = async () => {
    for (let make = bodies.pop(); make !== undefined; make = bodies.pop()) {
      const { status } = await post(url, await make())
      if (status === 201) counted++
      else if (status !== 409) throw new Error(`an answer was refused with ${status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  return counted
}
