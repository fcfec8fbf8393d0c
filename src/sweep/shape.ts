import {
  copyList,
  refuse,
  requireBoolean,
  requireFields,
  requireInteger,
  requireNumber,
} from '../check/check.ts'
import { sqlName } from '../data/duckdb.ts'

/** Describes a stored value. Its type, its column in DuckDB and its check are derived from the description. */
export interface Shape<Value> {
  /** DuckDB's type. */
  readonly sql: string
  /**
   * A checked copy.
   *
   * @param path path of the value, for errors
   * @throws RangeError if the value has another shape
   */
  read(path: string, value: unknown): Value
}

/** The values of a shape. */
export type Stored<Of> = Of extends Shape<infer Value> ? Value : never

/** The shapes of the fields of an object. */
type Fields = { readonly [name: string]: Shape<unknown> }

/** The values of such fields. */
type StoredFields<Of extends Fields> = { readonly [Name in keyof Of]: Stored<Of[Name]> }

export const text: Shape<string> = {
  sql: 'VARCHAR',
  read(path, value) {
    if (typeof value !== 'string') refuse(path, value, 'a text')
    return value
  },
}

export const yesOrNo: Shape<boolean> = { sql: 'BOOLEAN', read: requireBoolean }

export function number(range: { readonly min?: number; readonly max?: number } = {}): Shape<number> {
  return { sql: 'DOUBLE', read: (path, value) => requireNumber(path, value, range) }
}

/** @param sql DuckDB returns a BIGINT to JavaScript as a bigint, and the other types as numbers */
export function whole(min: number, sql: 'BIGINT' | 'INTEGER' | 'DOUBLE' = 'BIGINT'): Shape<number> {
  return { sql, read: (path, value) => requireInteger(path, value, min) }
}

export function orNull<Value>({ sql, read }: Shape<Value>): Shape<Value | null> {
  return { sql, read: (path, value) => (value === null ? null : read(path, value)) }
}

export function list<Value>({ sql, read }: Shape<Value>): Shape<Value[]> {
  return {
    sql: `${sql}[]`,
    read: (path, value) =>
      copyList(path, value, 0, Infinity, 'a list').map((entry, i) => read(`${path}[${i}]`, entry)),
  }
}

/** Values by arbitrary names. */
export function byName<Value>({ sql, read }: Shape<Value>): Shape<{ readonly [name: string]: Value }> {
  return {
    sql: `MAP(VARCHAR, ${sql})`,
    read(path, value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        refuse(path, value, 'an object')
      return Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [name, read(`${path}.${name}`, entry)]),
      )
    },
  }
}

/** An object with these fields and no others. */
export function struct<Of extends Fields>(fields: Of): Shape<StoredFields<Of>> & { readonly fields: Of } {
  const names = Object.keys(fields)
  const fieldNames = Object.fromEntries(names.map(name => [name, true as const]))
  return {
    fields,
    sql: `STRUCT(${names.map(name => `${sqlName(name)} ${fields[name].sql}`).join(', ')})`,
    read(path, value) {
      const given = requireFields(value as { readonly [name: string]: unknown }, fieldNames, path)
      const read = names.map(name => [name, fields[name].read(`${path}.${name}`, given[name])])
      return Object.fromEntries(read) as StoredFields<Of>
    },
  }
}
