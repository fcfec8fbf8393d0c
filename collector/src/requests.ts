import { type Mechanism, mechanismFromRequest } from 'adobest'
import type { Offered, StoredRequest } from './store/store.ts'

/** A request that people may draw now. */
type OfferedNow = Offered & { readonly id: number }

/** The requests of a survey: all that were ever handed out, which stay valid, and the current ones. */
export class Requests {
  readonly listed: StoredRequest[] = []
  current: readonly OfferedNow[] = []
  private readonly known = new Map<number, { readonly group: string; readonly channel: Mechanism }>()
  /** The current requests by group, as JSON. */
  private readonly texts = new Map<string, string>()

  add(request: StoredRequest): void {
    const { id, group, body, epsilon } = request
    if (this.known.has(id)) return
    this.known.set(id, { group, channel: mechanismFromRequest(JSON.parse(body)) })
    this.listed.push({ id, group, body, epsilon })
  }

  publish(offered: readonly OfferedNow[]): void {
    for (const request of offered) this.add(request)
    this.current = offered
    const groups = new Set(offered.map(({ group }) => group))
    for (const group of groups) {
      const requests = offered
        .filter(one => one.group === group)
        .map(one => ({ ...wire(one), weight: one.weight }))
      // Pages of earlier releases know one request, of the only question.
      const [only] = requests
      const isOne = group === '' && only.body.about === undefined
      this.texts.set(group, JSON.stringify({ ...(isOne && wire(offered[0])), requests }))
    }
  }

  /** Current requests to a group, as JSON; undefined if there is no such group. */
  textFor(group: string): string | undefined {
    return this.texts.get(group)
  }

  /** A handed-out request, by its number. */
  find(id: unknown): { readonly group: string; readonly channel: Mechanism } | undefined {
    return this.known.get(id as number)
  }
}

/** A request in its transmitted form. */
export const wire = ({ id, epsilon, body }: Pick<StoredRequest, 'id' | 'epsilon' | 'body'>) => ({
  id,
  epsilon,
  body: JSON.parse(body),
})
