import fc, { type Arbitrary } from 'fast-check'

/** Data that were good, with a few faults in them: a recipe, so that it can be made smaller, and made anew each time. */
export interface Mutant<Base> {
  readonly base: Base
  readonly edits: readonly Edit[]
}

/** A fault: where, and what. */
export interface Edit {
  /** The way down from the root: at each step one of the children, or after the last of them the node itself. */
  readonly path: readonly number[]
  readonly op: Op
}

export type Op =
  | { readonly kind: 'replace'; readonly value: unknown }
  | { readonly kind: 'multiply' | 'add'; readonly by: number }
  | { readonly kind: 'insert'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'repeat' | 'truncate'; readonly times: number }
  | { readonly kind: 'graft'; readonly from: readonly number[] }
  /** The value itself, and from the second look on another one. */
  | { readonly kind: 'live'; readonly value: unknown }
  | { readonly kind: (typeof PLAIN_OPS)[number] }

const PLAIN_OPS = [
  'remove',
  'reverse',
  'swap',
  'hole',
  'arrayLike',
  'lengthOnly',
  'typed',
  'text',
  'boxed',
  'wrapped',
] as const

/** Numbers at which code breaks. */
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  2,
  0.5,
  1e-320,
  1e-300,
  1e-17,
  1e9,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  1e300,
  Number.MAX_VALUE,
  Infinity,
  -Infinity,
  Number.NaN,
]

/** Keys that objects have by themselves, and those that data are asked for. */
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'toJSON',
  'then',
  'length',
  '0',
  '-1',
  '',
  'mechanism',
  'categories',
  'epsilon',
  'epsilon1',
  'subset',
  'size',
  'buckets',
  'partitions',
  'prior',
  'kind',
  'set',
  'point',
  'logValues',
  'version',
  'digest',
]

const index = fc.nat(1000)
const path = fc.array(index, { maxLength: 4 })

export const oddNumber = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.integer({ min: -3, max: 70 }),
  fc.maxSafeInteger(),
  fc.double(),
)

/** What JSON cannot say, but a structured clone or plain JavaScript can. */
const exotic = fc.constantFrom<unknown>(
  undefined,
  5n,
  new Date(0),
  new Map([[0, 1]]),
  new Float64Array([0.5, 0.5]),
  new Uint8Array(3),
  Symbol.iterator,
  () => 1,
  { length: 300_000_000 },
  { length: -1 },
  { length: Number.NaN, 0: 1 },
  Object.create(null),
  new Array(2 ** 32 - 1),
)

export const oddValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddNumber },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, '', '1', 'NaN', [], {}, [[]]) },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  { weight: 1, arbitrary: exotic },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

const op: Arbitrary<Op> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('replace' as const), value: oddValue }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('multiply' as const),
      by: fc.constantFrom(-1, 0, 0.5, 2, 1 + 2 ** -52, 1e-3, 1e3, 1e15, 1e-300, 1e300),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      by: fc.constantFrom(1, -1, 0.5, 1e-9, 2 ** 31),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      key: fc.constantFrom(...KEYS),
      value: oddValue,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('repeat' as const, 'truncate' as const),
      times: fc.oneof(fc.nat(5), fc.constantFrom(100, 4000)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('graft' as const), from: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('live' as const), value: oddValue }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom(...PLAIN_OPS) }) },
)

/** Faults for data that are there already. */
export function edits(minLength: number, maxLength: number): Arbitrary<Edit[]> {
  return fc.array(fc.record({ path, op }), { minLength, maxLength })
}

/** Good data with no fault, one or several; and data that never were good. */
export function mutants<Base>(base: Arbitrary<Base>, most = 3): Arbitrary<Mutant<Base | unknown>> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.record({ base, edits: edits(1, 1) }) },
    { weight: 5, arbitrary: fc.record({ base, edits: edits(2, most) }) },
    { weight: 2, arbitrary: fc.record({ base, edits: edits(0, 0) }) },
    { weight: 1, arbitrary: fc.record({ base: oddValue, edits: edits(0, 1) }) },
  )
}

/** Data as they are, as a mutant. */
export const asIs = <Base>(base: Base): Mutant<Base> => ({ base, edits: [] })

/** The data that a recipe gives, made anew. */
export function grow({ base, edits }: Mutant<unknown>): unknown {
  const root = { value: copy(base) }
  for (const edit of edits) apply(root, edit)
  return root.value
}

/** What is left of data on the wire, as JSON. */
export function onTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, plainOnly) ?? 'null')
}

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && (Array.isArray(value) ? !isEndless(value) : isPlain(value))

const isPlain = (value: object) =>
  Object.getPrototypeOf(value) === Object.prototype && !Object.hasOwn(value, 'length')

/** A list that is nearly all holes stays as it is. */
const isEndless = (list: readonly unknown[]) => list.length > 1e6

/** A copy that keeps what JSON would lose. */
function copy<T>(value: T): T {
  if (!isNode(value)) return value
  if (Array.isArray(value)) return value.map(copy) as T
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copy(entry)])) as T
}

/** Where a path leads: a node, and the key of the value there. */
function follow(root: Node, path: readonly number[]): { parent: Node; key: string } {
  let place = { parent: root, key: 'value' }
  for (const step of path) {
    const here = place.parent[place.key]
    const keys = isNode(here) ? Object.keys(here) : []
    const at = step % (keys.length + 1)
    if (at === keys.length) return place
    place = { parent: here as Node, key: keys[at] }
  }
  return place
}

function apply(root: Node, edit: Edit): void {
  const { parent, key } = follow(root, edit.path)
  const { op } = edit
  if (op.kind === 'remove') remove(root, parent, key)
  else if (op.kind === 'live') makeLive(parent, key, copy(op.value))
  else if (op.kind === 'graft') {
    const { parent: from, key: at } = follow(root, op.from)
    set(parent, key, copy(from[at]))
  } else set(parent, key, changed(parent[key], op))
}

/** As JSON.parse does: a key `__proto__` is one like any other. */
function set(parent: Node, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true })
}

function remove(root: Node, parent: Node, key: string): void {
  if (parent === root) set(parent, key, undefined)
  else if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete parent[key]
}

function makeLive(parent: Node, key: string, later: unknown): void {
  const first = parent[key]
  let looks = 0
  Object.defineProperty(parent, key, {
    get: () => (looks++ === 0 ? first : later),
    // Further edits of the list that it is in may move it.
    set: () => {},
    enumerable: true,
    configurable: true,
  })
}

/** What a repeated list may hold with all that is in its entries: more is no mutation, but another test, of what no wire carries. */
const MOST_LEAVES = 20_000

/** The values in a value, at whatever depth. */
function leavesOf(value: unknown): number {
  if (!isNode(value)) return 1
  return Object.values(value).reduce<number>((sum, entry) => sum + leavesOf(entry), 1)
}

function changed(value: unknown, op: Exclude<Op, { kind: 'remove' | 'live' | 'graft' }>): unknown {
  switch (op.kind) {
    case 'replace':
      return copy(op.value)
    case 'multiply':
      return typeof value === 'number' ? value * op.by : op.by
    case 'add':
      return typeof value === 'number' ? value + op.by : op.by
    case 'insert':
      if (!isNode(value)) return copy(op.value)
      if (Array.isArray(value)) value.push(copy(op.value))
      else set(value, op.key, copy(op.value))
      return value
    case 'text':
      return isNode(value) ? JSON.stringify(value, plainOnly) : textOf(value)
    case 'boxed':
      return Object(value)
    case 'wrapped':
      return [value]
    default:
      return Array.isArray(value) && isNode(value) ? changedList(value, op) : op.kind
  }
}

function changedList(list: unknown[], op: { kind: string; times?: number }): unknown {
  const times = op.times ?? 0
  switch (op.kind) {
    case 'repeat': {
      const fits = Math.max(1, Math.min(times, Math.floor(MOST_LEAVES / leavesOf(list))))
      return Array.from({ length: fits }, () => copy(list)).flat(1)
    }
    case 'truncate':
      return list.slice(0, times)
    case 'reverse':
      return list.slice().reverse()
    case 'swap':
      return list.length < 2 ? list : [list[1], list[0], ...list.slice(2)]
    case 'hole':
      delete list[list.length >> 1]
      return list
    case 'arrayLike':
      return Object.assign({ length: list.length }, Object.fromEntries(list.entries()))
    case 'lengthOnly':
      return { length: 300_000_000 }
    default:
      return Float64Array.from(list, entry => (typeof entry === 'number' ? entry : Number.NaN))
  }
}

function textOf(value: unknown): string {
  return typeof value === 'object' || typeof value === 'function' ? 'text' : String(value)
}

/** Leaves out what JSON has no words for, or too many. */
function plainOnly(_: string, value: unknown): unknown {
  return typeof value === 'bigint' || (Array.isArray(value) && isEndless(value)) ? null : value
}
