import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { COMMAND } from '../support/command.ts'

test('a package without its native part is told in one line, with what mends it', () => {
  // DuckDB is there, and its native part, another package, is not.
  const hide = `
    import { Module } from 'node:module'
    const resolve = Module._resolveFilename
    Module._resolveFilename = (name, ...more) => {
      if (/node-bindings-/.test(name)) throw Object.assign(new Error("Cannot find module '" + name + "'"), { code: 'MODULE_NOT_FOUND' })
      return resolve(name, ...more)
    }`
  const { status, stdout, stderr } = spawnSync(
    COMMAND[0],
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(hide)}`,
      COMMAND[1],
      'estimate',
      '-',
      '--column',
      'job',
      '--epsilon',
      '1',
    ],
    { input: '[{"job":"a"},{"job":"b"}]', encoding: 'utf8' },
  )
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(
    /^error: expected to load @duckdb\/node-api; npm install [^\n]*node-bindings-[^\n]*\n$/,
  )
})
