#!/usr/bin/env node
import { run } from './run.ts'
import { withWholeWrites } from './whole-writes.ts'

const { stdin, stdout, stderr } = process

process.exitCode = await run(process.argv.slice(2), { stdin, stdout: withWholeWrites(stdout, 1), stderr })
