import { mechanismFromRequest } from '../catalogue/requests.ts'
import { canonicalJSON } from '../loop/snapshot.ts'
import { type Column, columnLogValues } from '../mechanism/column.ts'
import { isSortedSet, type Mechanism, type Request, type Response } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'

/** A response as text. A set in another order is a different text. */
export const responseKey = (response: unknown): string => JSON.stringify(response)

/**
 * Names the responses that are listed twice, or not written in the one way that is allowed: as a non-negative whole number, or as
 * a sorted set.
 */
export function* unsortedResponses({ categories, responses }: Mechanism): Iterable<string> {
  const keys = new Set<string>()
  for (const response of responses()) {
    const key = responseKey(response)
    if (keys.has(key)) yield `responses() gives ${key} twice`
    keys.add(key)
    const good =
      typeof response === 'number'
        ? Number.isSafeInteger(response) && response >= 0
        : isSortedSet(response, categories)
    if (!good)
      yield `the response ${key} must be a whole number, or a sorted set of categories from 0 to ${categories - 1}`
  }
}

/** Responses that no mechanism like this one can give, among them some of the wrong type. */
export function malformedResponses(mechanism: Mechanism): unknown[] {
  const K = mechanism.categories
  const [good] = mechanism.kinds()
  const bad: unknown[] = [
    ...[undefined, null, Number.NaN, Infinity, -1, K, mechanism.responseCount, 0.5, '0', {}],
    ...[[], [K], [-1], [0.5], ['0']],
  ]
  if (typeof good === 'number') bad.push([good])
  else {
    bad.push(
      0,
      [...good, K],
      [...good, good[0]],
      good.slice(1),
      Uint8Array.from(good),
      new Array(good.length),
    )
    if (good.length > 1) {
      bad.push(
        [...good].reverse(),
        good.map(() => good[0]),
      )
    }
  }
  // Some mechanisms do give one or another of these.
  const possible = new Set(Array.from(mechanism.responses(), responseKey))
  return bad.filter(response => !possible.has(responseKey(response)))
}

/** Names malformed responses that get a column, all in one sentence, and those that get an error other than a RangeError. */
export function* acceptedResponses(mechanism: Mechanism): Iterable<string> {
  const accepted = new Set<string>()
  for (const response of malformedResponses(mechanism)) {
    const what = typeof response === 'number' ? String(response) : (responseKey(response) ?? 'undefined')
    try {
      mechanism.column(response as Response)
      accepted.add(what)
    } catch (error) {
      if (!(error instanceof RangeError))
        yield `for the response ${what} column threw no RangeError: ${error}`
    }
  }
  if (accepted.size > 0) {
    yield `column must throw a RangeError on what is none of the responses; it takes ${[...accepted].join(', ')}`
  }
}

/**
 * Says what is lost when the other side makes the mechanism again from its request, sent as JSON.
 *
 * @param responses the responses whose columns are compared
 */
export function* lostOnTheWire(
  mechanism: Mechanism,
  responses: Iterable<Response>,
  catalogue?: { readonly mechanisms: readonly MechanismKind[] },
): Iterable<string> {
  const request: Request = JSON.parse(JSON.stringify(mechanism.toRequest()))
  const rebuilt = mechanismFromRequest(request, { catalogue })
  for (const part of ['name', 'categories', 'epsilon', 'responseCount'] as const) {
    if (rebuilt[part] !== mechanism[part]) {
      yield `the request makes a mechanism with ${part} ${rebuilt[part]}, not ${mechanism[part]}`
    }
  }
  if (canonicalJSON(rebuilt.toRequest()) !== canonicalJSON(request)) {
    yield `the request ${canonicalJSON(request)} comes back as ${canonicalJSON(rebuilt.toRequest())}`
  }
  for (const response of responses) {
    if (isSame(rebuilt.column(response), mechanism.column(response))) continue
    yield `the request makes a mechanism with another column for the response ${responseKey(response)}`
    return
  }
}

function isSame(column: Column, other: Column): boolean {
  const logs = columnLogValues(other)
  return (
    column.logScale === other.logScale && columnLogValues(column).every((log, x) => Object.is(log, logs[x]))
  )
}
