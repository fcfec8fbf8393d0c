import type { Mechanism } from '../mechanism/mechanism.ts'
import { type KnownOfRequests, mechanismFromRequest, plainRequest } from './requests.ts'

/**
 * The requests that an estimator has made, each with its mechanism. One that comes back with an answer is looked up, however it
 * is written. Nothing is built for it, unless it has the numbers and the lists' lengths of one that was made: then only the
 * lists' order can differ, and building it costs what building that one did.
 */
export class MadeRequests {
  private readonly known = new Map<string, Mechanism>()
  private readonly keys = new WeakMap<Mechanism, string>()
  /** The names of each kind's fields, sorted. */
  private readonly fields = new Map<unknown, readonly string[]>()
  private readonly outlines = new Set<string>()
  private readonly expected: Required<KnownOfRequests>

  constructor(expected: Required<KnownOfRequests>) {
    this.expected = expected
  }

  /** The mechanism, or the one of an equal request that was made before. */
  add(mechanism: Mechanism): Mechanism {
    const key = this.keys.get(mechanism) ?? this.write(mechanism)
    this.keys.set(mechanism, key)
    const before = this.known.get(key)
    if (before) return before
    this.known.set(key, mechanism)
    return mechanism
  }

  find(request: unknown): Mechanism | undefined {
    const given = plainRequest(request, this.expected.categories)
    const names = this.fields.get(given.mechanism)
    if (names === undefined) return undefined
    const own = pick(given, names)
    const exact = this.known.get(JSON.stringify(own))
    if (exact || !this.outlines.has(outline(own))) return exact
    return this.known.get(this.write(mechanismFromRequest(own as never, this.expected)))
  }

  mechanisms(): Iterable<Mechanism> {
    return this.known.values()
  }

  private write(mechanism: Mechanism): string {
    const request = mechanism.toRequest()
    const names = this.fields.get(request.mechanism) ?? Object.keys(request).sort()
    this.fields.set(request.mechanism, names)
    const own = pick(request, names)
    this.outlines.add(outline(own))
    return JSON.stringify(own)
  }
}

function pick(request: object, names: readonly string[]): object {
  return Object.fromEntries(names.map(name => [name, (request as { [field: string]: unknown })[name]]))
}

/** The request with the lengths of its lists in their place. */
function outline(request: object): string {
  return JSON.stringify(request, (_, value) =>
    Array.isArray(value) && !value.some(Array.isArray) ? value.length : value,
  )
}
