import { Refusal, refuse, requireInteger } from '../check/check.ts'
import { listNames } from '../check/quote.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { LineCollection, LinePart } from './line-collection.ts'

/** Largest length of an answer's key, in characters: all keys are kept. */
const LONGEST_KEY = 200

/** A line, which has the fields of exactly one command. */
interface Line {
  readonly ask?: 1
  /** The questions that the person who is asked is publicly known to have an answer to, if these are not all. */
  readonly known?: readonly string[]
  /** The group of the person, if there are groups. */
  readonly group?: string
  readonly answer?: Response
  /** The number of the answered request. */
  readonly id?: number
  /** The answered request, instead of its number. */
  readonly request?: Request
  /** Design weight of the person who answers; default 1. */
  readonly weight?: number
  /** A key of this answer. An answer whose key is known is not counted again. */
  readonly key?: string
  readonly estimate?: 1
  readonly status?: 1
  readonly changes?: 1
}

/** The reply to a line, and whether the line has changed the estimator, which must then be saved. */
export interface Reply {
  readonly json: object
  readonly changes: boolean
}

/** A collection that is run line by line. Each line is a JSON document, and so is the reply to it. */
export interface LineProtocol {
  /** The reply to the `number`-th line. If the line is bad, it is an error in one sentence, and nothing changes. */
  reply(line: string, number: number): Reply
  /** The keys of the answers since the last call of this function. */
  takeKeys(): readonly string[]
}

/** Largest number of groups that an error lists. */
const MOST_LISTED = 8

const FORMS =
  '{"ask":1}, {"ask":1,"known":[…]}, {"answer":…,"id":…}, {"answer":…,"request":…}, each answer with a "key" and a "weight" or without, {"estimate":1}, {"status":1} or {"changes":1}'

/** A part, with the protocol's own state of it. */
interface OpenPart extends LinePart {
  /** Whether the next ask may choose a new request, which changes the part. */
  isAnswered: boolean
}

/**
 * The line protocol of a collection:
 *
 *     {"ask":1}                  → {"request":…,"id":…}
 *     {"ask":1,"known":[…]}      → the same, about these questions alone, where people may have no answer to others
 *     {"answer":…,"id":…}        → {"answers":…}, how many there are now, with the "change" if it has just been noticed that
 *                                  frequencies have moved; the "request" itself may stand for its id
 *     {"answer":…,"id":…,"key":…} → the same; if an answer with this key was counted before, it counts no more, and the reply is
 *                                  {"answers":…,"repeated":true}
 *     {"answer":…,"id":…,"weight":…} → the same; the answer counts in estimates by its design weight
 *     {"estimate":1}             → {"answers":…,"mean":[…],"interval":{…},…}
 *     {"status":1}               → {"answers":…}
 *     {"changes":1}              → {"answers":…,"changes":[…]}, if they are looked for
 *     anything else              → {"error":"line 17: …"}
 *
 * A request's id is its place among all requests made so far, so that the same request always has the same id. Where people belong to
 * groups, asking and answering name the "group", ids are places among the requests of this group, and an estimate is about all groups.
 *
 * @param keys those of earlier answers
 */
export function lineProtocol(collection: LineCollection, keys: Iterable<string> = []): LineProtocol {
  const allKeys = new Set(keys)
  let newKeys: string[] = []
  const names = [...collection.parts.keys()]
  const parts = new Map(
    Array.from(collection.parts, ([name, part]): [string | undefined, OpenPart] => [
      name,
      { ...part, isAnswered: true },
    ]),
  )
  let answers = 0
  for (const part of parts.values()) answers += part.answers
  const partOf = ({ group }: Line) => parts.get(group) ?? refuse('group', group, allowedGroups(names))
  const ask = (line: Line): Reply => {
    requireInteger('ask', line.ask, 1, 1)
    const part = partOf(line)
    const isOfSome = 'known' in line
    const request = part.request(isOfSome ? line.known : undefined)
    // A request about some questions alone may be the first one of its view, whatever was asked about before.
    const changes = part.isAnswered || isOfSome
    if (!isOfSome) part.isAnswered = false
    return { json: { request, id: part.requests.numberOf(request) }, changes }
  }
  const take = (line: Line): Reply => {
    const part = partOf(line)
    const key = 'key' in line ? requireKey(line.key) : undefined
    if (key !== undefined && allKeys.has(key)) return { json: { answers, repeated: true }, changes: false }
    const request = 'id' in line ? part.requests.at(line.id) : line.request!
    const change = part.observe(
      line.answer as Response,
      request,
      'weight' in line ? { weight: line.weight } : {},
    )
    part.isAnswered = true
    answers++
    if (key !== undefined) {
      allKeys.add(key)
      newKeys.push(key)
    }
    return { json: { answers, change }, changes: true }
  }
  const handle = (line: Line): Reply => {
    switch (formOf(line)) {
      case 'ask':
        return ask(line)
      case 'answer,id':
      case 'answer,id,key':
      case 'answer,key,request':
      case 'answer,request':
        return take(line)
      case 'estimate':
        requireInteger('estimate', line.estimate, 1, 1)
        return { json: { answers, ...collection.estimate() }, changes: false }
      case 'status':
        requireInteger('status', line.status, 1, 1)
        return { json: { answers }, changes: false }
      case 'changes':
        requireInteger('changes', line.changes, 1, 1)
        return { json: { answers, changes: collection.changes() }, changes: false }
      default:
        return refuse('a line', line, FORMS)
    }
  }
  return {
    takeKeys() {
      const latestKeys = newKeys
      newKeys = []
      return latestKeys
    },
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

/** The names of a line's fields, without what is said of the person. */
function formOf(line: Line): string {
  const ofPerson = 'ask' in line ? ['group', 'known'] : 'answer' in line ? ['group', 'weight'] : []
  const fields = Object.keys(line).filter(field => !ofPerson.includes(field))
  return fields.sort().join()
}

function allowedGroups(names: readonly (string | undefined)[]): string {
  const groups = names.filter(name => name !== undefined)
  return groups.length > 0
    ? `one of the groups ${listNames(groups, MOST_LISTED)}`
    : 'left out: there are no groups'
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
