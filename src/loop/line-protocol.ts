import { Refusal, refuse, requireInteger } from '../check/check.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import { numericJSON } from '../posterior/functional/numeric-json.ts'
import type { Estimate, EstimateOfNumber, Estimator } from './estimator.ts'
import { memoryText } from './memory/memory.ts'

/** Probability of the intervals of an estimate. */
const INTERVAL_LEVEL = 0.95

/** The longest key of an answer, in characters: every one is remembered. */
const LONGEST_KEY = 200

/** A line has the fields of one command, and no others. */
interface Line {
  readonly ask?: 1
  readonly answer?: Response
  /** The number of the request that is answered. */
  readonly id?: number
  /** The request itself, instead of its number. */
  readonly request?: Request
  /** What tells this answer from all others, so that it counts once even if it is sent twice. */
  readonly key?: string
  readonly estimate?: 1
  readonly status?: 1
  readonly changes?: 1
}

/** The answer to a line, and whether the line has changed the estimator, so that it must be kept. */
export interface Reply {
  readonly json: object
  readonly changes: boolean
}

/** A collection that is run line by line. Each line is a JSON document, and so is the reply to it. */
export interface LineProtocol {
  /** The reply to the `number`-th line. The reply to a bad line is a sentence that says what is wrong; such a line changes nothing. */
  reply(line: string, number: number): Reply
  /** The keys of the answers so far. */
  readonly keys: ReadonlySet<string>
}

/**
 * The line protocol of an estimator:
 *
 *     {"ask":1}                  → {"request":…,"id":…}
 *     {"answer":…,"id":…}        → {"answers":…}, how many there are now, with the "change" if it has just been noticed that
 *                                  frequencies have moved; the "request" itself may stand for its id
 *     {"answer":…,"id":…,"key":…} → the same; if an answer with this key was counted before, it counts no more, and the reply is
 *                                  {"answers":…,"repeated":true}
 *     {"estimate":1}             → {"answers":…,"mean":[…],"interval":{…},…}
 *     {"status":1}               → {"answers":…}
 *     {"changes":1}              → {"answers":…,"changes":[…]}, if they are looked for
 *     anything else              → {"error":"line 17: …"}
 *
 * A request's id is its place among all requests made so far, so that the same request always has the same id.
 *
 * @param earlier the requests made before, in order
 * @param answers how many answers there have been
 * @param keys those of earlier answers
 */
export function lineProtocol(
  estimator: Estimator<Estimate> | Estimator<EstimateOfNumber>,
  earlier: readonly Request[],
  answers: number,
  keys: Iterable<string> = [],
): LineProtocol {
  const known = new Set(keys)
  const requests = earlier.slice()
  const ids = new Map(requests.map((request, id) => [JSON.stringify(request), id]))
  // Whether the estimator may choose a new request, which changes it, when one is asked for next.
  let isAnswered = true
  const idOf = (request: Request) => {
    const text = JSON.stringify(request)
    let id = ids.get(text)
    if (id === undefined) {
      id = requests.push(request) - 1
      ids.set(text, id)
    }
    return id
  }
  const requestOf = (id: unknown) => {
    if (!Number.isInteger(id) || !(requests.length > (id as number) && (id as number) >= 0)) {
      refuse(
        'id',
        id,
        requests.length > 0
          ? `from 0 to ${requests.length - 1}`
          : 'the id of a request, but none has been asked for yet',
      )
    }
    return requests[id as number]
  }
  const handle = (line: Line): Reply => {
    const fields = Object.keys(line).sort().join()
    switch (fields) {
      case 'ask': {
        requireInteger('ask', line.ask, 1, 1)
        const request = estimator.request()
        const changes = isAnswered
        isAnswered = false
        return { json: { request, id: idOf(request) }, changes }
      }
      case 'answer,id':
      case 'answer,id,key':
      case 'answer,key,request':
      case 'answer,request': {
        const key = 'key' in line ? requireKey(line.key) : undefined
        if (key !== undefined && known.has(key)) return { json: { answers, repeated: true }, changes: false }
        const request = 'id' in line ? requestOf(line.id) : line.request!
        const change = estimator.observe(line.answer as Response, request)
        isAnswered = true
        answers++
        if (key !== undefined) known.add(key)
        return { json: { answers, ...(change && { change }) }, changes: true }
      }
      case 'estimate':
        requireInteger('estimate', line.estimate, 1, 1)
        return { json: { answers, ...describe(estimator) }, changes: false }
      case 'status':
        requireInteger('status', line.status, 1, 1)
        return { json: { answers }, changes: false }
      case 'changes':
        requireInteger('changes', line.changes, 1, 1)
        return { json: { answers, changes: estimator.changes() }, changes: false }
      default:
        return refuse(
          'a line',
          line,
          '{"ask":1}, {"answer":…,"id":…}, {"answer":…,"request":…}, each answer with a "key" or without, {"estimate":1}, {"status":1} or {"changes":1}',
        )
    }
  }
  return {
    keys: known,
    reply(text, number) {
      try {
        return handle(parse(text))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { json: { error: `line ${number}: ${error.message}` }, changes: false }
      }
    },
  }
}

function requireKey(key: unknown): string {
  if (typeof key !== 'string' || key === '' || key.length > LONGEST_KEY)
    refuse('key', key, `a text of 1 to ${LONGEST_KEY} characters`)
  return key
}

function parse(text: string): Line {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    refuse('a line', text, 'a JSON document')
  }
  if (typeof line !== 'object' || line === null || Array.isArray(line))
    refuse('a line', line, 'a JSON object')
  return line
}

/** An estimate as JSON data. */
function describe(estimator: Estimator<Estimate> | Estimator<EstimateOfNumber>) {
  const estimate = estimator.estimate()
  const { anytime, memory, changes, warnings } = estimate
  return {
    ...('cells' in estimate ? numericJSON(estimate, INTERVAL_LEVEL) : frequenciesJSON(estimate)),
    ...(anytime && { anytime: { lower: Array.from(anytime.lower), upper: Array.from(anytime.upper) } }),
    ...(memory && {
      memory: memory.map(({ halfLife, weight }) => ({
        memory: memoryText(halfLife === Infinity ? 'all' : { halfLife }),
        weight,
      })),
    }),
    ...(changes && { changes }),
    warnings,
  }
}

function frequenciesJSON({ mean, interval }: Estimate) {
  const [lower, upper] = interval(INTERVAL_LEVEL)
  return {
    mean: Array.from(mean),
    interval: { level: INTERVAL_LEVEL, lower: Array.from(lower), upper: Array.from(upper) },
  }
}
