import { refuse } from '../check/check.ts'
import { hadamard } from '../mechanism/hadamard.ts'
import { localHashing } from '../mechanism/local-hashing.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import { publicPrior } from '../mechanism/public-prior.ts'
import { srr } from '../mechanism/srr.ts'
import { subsetSelection } from '../mechanism/subset-selection.ts'
import { unaryEncoding } from '../mechanism/unary-encoding.ts'
import { rrrr } from '../rrrr/rrrr.ts'

/**
 * Rebuilds the mechanism that a request describes; its level is audited anew.
 *
 * @throws RangeError if the request is not one of this library's, or its parameters are bad
 * @example
 * mechanismFromRequest({ mechanism: 'srr', categories: 4, epsilon: 1 }).epsilon // 1
 */
export function mechanismFromRequest(request: Request): Mechanism {
  switch (request?.mechanism) {
    case 'srr':
      return srr(request)
    case 'rrrr':
      return rrrr(request)
    case 'subset-selection':
      return subsetSelection(request)
    case 'unary-encoding':
      return unaryEncoding(request)
    case 'hadamard':
      return hadamard(request)
    case 'local-hashing':
      return localHashing(request)
    case 'public-prior':
      return publicPrior(request)
    default:
      return refuse('request', request, 'plain data as a mechanism’s toRequest() gives')
  }
}
