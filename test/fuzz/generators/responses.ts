import fc, { type Arbitrary } from 'fast-check'
import type { Mechanism, Response } from '../../../src/mechanism/mechanism.ts'
import { SMALLEST_NORMAL, weights } from '../../../src/simplex/probabilities.ts'

import type { WireRequest } from './requests.ts'

/** A response that a mechanism can give, or nearly: a number, or a sorted set of the right size. */
export function goodResponse(request: WireRequest, responseCount: number): Arbitrary<Response> {
  switch (request.mechanism) {
    case 'subset-selection':
      return sortedSet(request.categories, request.size, request.size)
    case 'unary-encoding':
      return sortedSet(request.categories, 0, Math.min(request.categories, 200))
    default:
      return fc.oneof(fc.nat(12), fc.maxSafeInteger()).map(y => Math.abs(y) % responseCount)
  }
}

function sortedSet(categories: number, minLength: number, maxLength: number): Arbitrary<number[]> {
  return fc
    .uniqueArray(fc.nat(categories - 1), { minLength, maxLength, size: 'max' })
    .map(set => set.sort((i, j) => i - j))
}

/** A list with each of its entries read once. */
export function firstLook(value: unknown): unknown {
  return Array.isArray(value) && value.length < 1e6 ? Array.from(value) : value
}

/** Whether a value is a response of this mechanism, by the plain definition. */
export function isResponse(value: unknown, mechanism: Mechanism): boolean {
  const request = mechanism.toRequest() as WireRequest
  if (request.mechanism === 'subset-selection') return isSet(value, request.categories, request.size)
  if (request.mechanism === 'unary-encoding') return isSet(value, request.categories)
  const isNumber =
    Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < mechanism.responseCount
  if (request.mechanism !== 'public-prior') return isNumber
  // A prior may be so small beside the others that it is none.
  return isNumber && weights('prior', request.prior)[Number(value)] >= SMALLEST_NORMAL
}

function isSet(value: unknown, categories: number, size?: number): boolean {
  if (!Array.isArray(value) || (size !== undefined && value.length !== size)) return false
  for (let i = 0; i < value.length; i++) {
    const x = value[i]
    if (!Number.isInteger(x) || x < 0 || x >= categories) return false
    if (i > 0 && !(value[i - 1] < x)) return false
  }
  return true
}

/** Whether a zero with a sign is in it: a response must not carry its sender's own. */
export function hasNegativeZero(response: unknown): boolean {
  return Object.is(response, -0) || (Array.isArray(response) && response.some(x => Object.is(x, -0)))
}
