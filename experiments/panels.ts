/**
 * People who are asked every round, and whose values change: the error of a round's estimate and how much the reports can reveal, by
 * both statements of the budget, for memoized answers and for fresh ones. For comparison: the second round of published code, which is
 * right only for two values.
 *
 *     npx tsx experiments/panels.ts [--people 10000] [--rounds 120]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { runPanel } from './support/panel.ts'
import { runScript } from './support/run-script.ts'
import { printRows, writeRows } from './support/write-rows.ts'

const K = 360
const CHANGE = 0.25
const FIRST = 1
const PERMANENT = 2

await runScript(async () => {
  const { values } = parseArgs({
    options: { people: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '120' } },
  })
  const people = requireInteger('people', Number(values.people), 2)
  const rounds = requireInteger('rounds', Number(values.rounds), 1)
  const rows = runPanel({
    categories: K,
    people,
    rounds,
    change: CHANGE,
    permanent: PERMANENT,
    first: FIRST,
    seed: 1,
  })
  printRows(
    `K = ${K}, ${people} people, ${rounds} rounds, a value changes with probability ${CHANGE}; ε∞ = ${PERMANENT}, ε1 = ${FIRST}`,
    rows,
  )
  writeRows('panels', 'panels', rows)
})
