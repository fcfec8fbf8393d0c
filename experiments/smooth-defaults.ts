/**
 * How long do default estimates of numbers and scales take, and are they good? Answers of `--users` people by arcs, and about scales by
 * subset selection, are drawn from until the draws are good; time is processor time, of all chains.
 *
 *     npx tsx experiments/smooth-defaults.ts [--users 10000] [--epsilons 0.5,1,2] [--runs 1]
 *
 * `rhat` and `ess` are the worst of all cells and runs, `warnings` those about the draws, `good` the share of runs that ended because
 * they were good.
 */
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { samplePosterior } from '../src/catalogue/sample-posterior.ts'
import { requireInteger, requireNumber } from '../src/check/check.ts'
import type { OrderedQuestion } from '../src/domain/question.ts'
import { orderedQuestion } from '../src/domain/read-question.ts'
import { arcs } from '../src/loop/strategy/by-arcs.ts'
import type { Mechanism } from '../src/mechanism/mechanism.ts'
import { subsetSelection } from '../src/mechanism/subset-selection.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { stream } from '../src/random/stream.ts'
import { withProgress } from '../src/report/progress.ts'
import { NUMBER_LAWS, type NumberLaw } from './support/number-laws.ts'
import { processorSeconds } from './support/processor-seconds.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const NUMBER = { from: 0, to: 1, bins: 100 } as const

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '10000' },
      epsilons: { type: 'string', default: '0.5,1,2' },
      runs: { type: 'string', default: '1' },
    },
  })
  const users = requireInteger('users', Number(values.users), 1)
  const runs = requireInteger('runs', Number(values.runs), 1)
  const epsilons = values.epsilons
    .split(',')
    .map(text => requireNumber('epsilons', Number(text), { above: 0 }))
  const asked = [
    ...Object.entries(NUMBER_LAWS).flatMap(([law, draw]) =>
      (['cells', 'clamp'] as const).map(outside => ({ law, draw, question: { ...NUMBER, outside } })),
    ),
    ...[5, 7].map(steps => ({
      law: `scale of ${steps}`,
      draw: NUMBER_LAWS.beta,
      question: { ordered: steps },
    })),
  ]
  const cells = asked.flatMap(one => epsilons.map(epsilon => ({ ...one, epsilon })))
  const rows = await withProgress('smooth-defaults', async onProgress => {
    const found: Row[] = []
    for (const { law, draw, question, epsilon } of cells) {
      const estimates: ReturnType<typeof estimate>[] = []
      for (let run = 1; run <= runs; run++) {
        estimates.push(estimate(draw, question, epsilon, users, `smooth defaults ${run}`))
        onProgress((found.length + run / runs) / cells.length)
        // Gives the progress bar time between two runs.
        await setImmediate()
      }
      const worst = (of: (one: ReturnType<typeof estimate>) => number, pick: (...all: number[]) => number) =>
        pick(...estimates.map(of))
      const mean = (of: (one: ReturnType<typeof estimate>) => number) =>
        estimates.reduce((sum, one) => sum + of(one) / runs, 0)
      found.push({
        law,
        outside: 'outside' in question ? question.outside : '',
        epsilon,
        seconds: mean(one => one.seconds),
        draws: mean(one => one.draws),
        rhat: worst(one => one.rhat, Math.max),
        ess: worst(one => one.ess, Math.min),
        warnings: mean(one => one.warnings),
        good: mean(one => one.good),
      })
    }
    return found
  })
  printRows(`${users} people, ${runs} runs per setting`, rows)
  writeRows('smooth-defaults', 'defaults', rows)
})

function estimate(law: NumberLaw, question: OrderedQuestion, epsilon: number, users: number, seed: string) {
  const range = orderedQuestion(question)
  const rng = stream(seed)
  const tally = createTally(range.cells)
  const mechanism = ('ordered' in question ? subsetSelection : arcs)({ categories: range.cells, epsilon })
  for (let i = 0; i < users; i++) {
    const value = law(rng)
    const held =
      'ordered' in question
        ? Math.min(range.cells - 1, Math.floor(2 * value * range.cells))
        : range.cell(value)
    const answer = (mechanism as Mechanism).respond(held, rng)
    tally.add(mechanism as Mechanism, answer)
  }
  const start = process.cpuUsage()
  const { cells } = samplePosterior(tally, { question, seed })
  const seconds = processorSeconds(start)
  const { rhat, essBulk, essTail } = cells.diagnostics
  return {
    seconds,
    draws: cells.draws.length / range.cells,
    rhat: Math.max(...rhat),
    ess: Math.min(...essBulk, ...essTail),
    warnings: cells.warnings.length,
    good: Number(cells.stopped === 'good'),
  }
}
