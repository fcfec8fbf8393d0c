import { mechanismFromRequest, plainRequest, type RequestContext } from '../catalogue/requests.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'

/**
 * The requests that an estimator has made, each with its mechanism. A request that comes back with an answer is looked up, however
 * it is written. Its mechanism is only built if it has the same numbers and lists of the same lengths as a request that was made.
 * Then only the entries of the lists can differ, and building it costs as much as building that one did.
 */
export class MadeRequests {
  private readonly byKey = new Map<string, Mechanism>()
  private readonly keys = new WeakMap<Mechanism, string>()
  /** The names of each kind's fields, sorted. */
  private readonly fields = new Map<unknown, readonly string[]>()
  private readonly outlines = new Set<string>()
  private readonly expected: Required<RequestContext>

  constructor(expected: Required<RequestContext>) {
    this.expected = expected
  }

  /** The mechanism, or the one of an equal request that was made before. */
  add(mechanism: Mechanism): Mechanism {
    const key = this.keys.get(mechanism) ?? this.write(mechanism)
    this.keys.set(mechanism, key)
    const existing = this.byKey.get(key)
    if (existing) return existing
    this.byKey.set(key, mechanism)
    return mechanism
  }

  find(request: unknown): Mechanism | undefined {
    const plain = plainRequest(request, this.expected.categories)
    const names = this.fields.get(plain.mechanism)
    if (names === undefined) return undefined
    const ownFields = pick(plain, names)
    const exact = this.byKey.get(JSON.stringify(ownFields))
    if (exact || !this.outlines.has(outline(ownFields))) return exact
    return this.byKey.get(this.write(mechanismFromRequest(ownFields as never, this.expected)))
  }

  mechanisms(): Iterable<Mechanism> {
    return this.byKey.values()
  }

  private write(mechanism: Mechanism): string {
    const request = mechanism.toRequest()
    const names = this.fields.get(request.mechanism) ?? Object.keys(request).sort()
    this.fields.set(request.mechanism, names)
    const ownFields = pick(request, names)
    this.outlines.add(outline(ownFields))
    return JSON.stringify(ownFields)
  }
}

function pick(request: object, names: readonly string[]): object {
  return Object.fromEntries(names.map(name => [name, (request as { [field: string]: unknown })[name]]))
}

/** The request as text, with the length of each list in its place. */
function outline(request: object): string {
  return JSON.stringify(request, (_, value) =>
    Array.isArray(value) && !value.some(Array.isArray) ? value.length : value,
  )
}
