import { type Command, Option } from 'commander'
import { MECHANISMS } from '../catalogue/mechanisms.ts'
import { riskReport } from '../catalogue/report-risk.ts'
import { InputError } from '../data/input-error.ts'
import { FIGURE_PACKAGES, requirePackages } from '../data/node-packages.ts'
import { publish, requireFolder } from '../data/publish.ts'
import { auditedMechanism } from '../mechanism/audited-mechanism.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'
import { writePlot } from '../report/comparison-files.ts'
import { withProgress } from '../report/progress.ts'
import { type RiskRow, riskPlot } from '../report/risk-plot.ts'
import { MOST_ASKINGS, MOST_PEOPLE, type RiskReport } from '../risk/risk-report.ts'
import type { Io } from './io.ts'
import { count, positive } from './parsers.ts'

/** The options of `adobest audit` that belong to `--risk`. */
export interface RiskFlags {
  readonly risk?: boolean
  readonly askings?: number
  readonly people?: number
  readonly delta?: number
  readonly out?: string
}

/** The privacy levels in the figure of `--out`. */
const LEVELS = Array.from({ length: 50 }, (_, i) => (i + 1) / 10)
/** Largest number of categories for `--out`. With more, block designs and Hadamard matrices take too long to enumerate. */
const MOST_DRAWN = 200

export function addRiskOptions(command: Command): Command {
  return command
    .option('--risk', 'show what an answer means for the person who gives it')
    .option(
      '--askings <t>',
      'with --risk: the risk of somebody who is asked t times, with fresh noise each time',
      count('askings', 1, MOST_ASKINGS),
    )
    .addOption(
      new Option(
        '--people <n>',
        'with --risk: the risk of an answer that is shuffled among those of n people',
      )
        .argParser(count('people', 1, MOST_PEOPLE))
        .helpGroup('Privacy:'),
    )
    .option(
      '--delta <delta>',
      'with --risk and --people: the delta of the shuffled level (default: 1e-6)',
      positive('delta'),
    )
    .option('--out <folder>', 'with --risk: folder for a figure of odds and guesses by level, as SVG and PNG')
}

/** Numbers of askings and of people above which a report takes some seconds. */
const MANY_ASKINGS = 1000
const MANY_PEOPLE = 1e6

/** Result of `--risk`. */
export interface Risk {
  readonly report: RiskReport
  /** The figure of `--out`; empty without it. */
  readonly files: readonly string[]
}

/** Computes the risk report for `--risk`, and the figure of `--out`. */
export async function auditRisk(mechanism: Mechanism, flags: RiskFlags, io: Io): Promise<Risk | undefined> {
  const { risk, askings, people, delta, out } = flags
  if (!risk) {
    for (const name of ['askings', 'people', 'delta', 'out'] as const) {
      if (flags[name] !== undefined) throw new InputError(`--${name}: expected only with --risk`)
    }
    return undefined
  }
  if (delta !== undefined && people === undefined)
    throw new InputError('--delta: expected only with --people')
  if (out !== undefined) await requireDrawable(mechanism.categories, out)
  if ((askings ?? 0) >= MANY_ASKINGS || (people ?? 0) >= MANY_PEOPLE) {
    io.stderr.write('audit: the risk of so many answers takes some seconds\n')
  }
  const report = riskReport({
    mechanism,
    askings,
    people,
    delta,
  })
  const files = out === undefined ? [] : await drawRisk(mechanism.categories, out, io)
  return { report, files }
}

/** Refuses a figure that cannot be drawn, before any work. */
async function requireDrawable(categories: number, out: string): Promise<void> {
  if (categories > MOST_DRAWN) {
    throw new InputError(`--out: expected at most ${MOST_DRAWN} categories for a figure; got ${categories}`)
  }
  await requirePackages(...FIGURE_PACKAGES)
  await requireFolder(out)
}

async function drawRisk(categories: number, out: string, io: Io): Promise<string[]> {
  const kinds: readonly MechanismKind[] = MECHANISMS
  const all = kinds.filter(({ plain }) => plain).flatMap(kind => LEVELS.map(epsilon => ({ kind, epsilon })))
  const rows = await withProgress(
    'audit',
    onProgress =>
      all.map(({ kind, epsilon }, i): RiskRow => {
        const { odds, guess, chance } = riskReport({ mechanism: plainChannel(kind, categories, epsilon) })
        onProgress((i + 1) / all.length)
        return { mechanism: kind.name, epsilon, odds, guess, chance }
      }),
    io.stderr,
  )
  const svg = await riskPlot(rows, {
    title: 'What one answer tells',
    subtitle: `${categories} categories, all equally likely before the answer`,
  })
  return publish(out, folder => writePlot(folder, 'risk', svg))
}

/** The channel of a kind that needs no further options, made by its strategy or from its request. */
export function plainChannel(kind: MechanismKind, categories: number, epsilon: number): Mechanism {
  const request = { mechanism: kind.name, categories, epsilon }
  return auditedMechanism(kind.strategy?.({ categories, epsilon }) ?? kind.fromRequest(request))
}

/** The report as lines of text. */
export function riskLines(report: RiskReport): string[] {
  const { odds, chance, guess, leakage, mutualInformation, worstTotalVariation, liarWeight } = report
  const { repeated, shuffled, peopleFactor } = report
  return [
    `odds             multiplied by ${Number.isFinite(odds) ? `${digits(odds)} at most: 1 to 19 becomes at most 1 to ${digits(19 / odds)}` : 'more than 1e308'}`,
    `best guess       right in ${percent(guess)} of the cases, without an answer in ${percent(chance)}, all categories equally likely`,
    `leakage          ${digits(leakage)} bits (min-entropy), ${digits(mutualInformation)} bits of mutual information`,
    `told apart       two categories by a total variation of ${digits(worstTotalVariation)} at most`,
    `a liar           moves an estimate ${Number.isFinite(liarWeight) ? `by as much as ${digits(liarWeight)} answers` : 'without bound: categories are merged'}`,
    ...(peopleFactor !== undefined
      ? [
          `people needed    ${Number.isFinite(peopleFactor) ? `${digits(peopleFactor)} times as many as by the best channel of this level, all categories equally frequent` : 'without bound: categories are merged'}`,
        ]
      : []),
    ...(repeated
      ? [
          `asked again      epsilon ${digits(repeated.nominal)} nominally; realised ${digits(repeated.mean)} on average, at most ${digits(repeated.upper95)} in 95 of 100 cases`,
          `best guess then  right in ${percent(repeated.guess)} of the cases${repeated.guessError > 0 ? ` (simulated, standard error ${percent(repeated.guessError)})` : ''}`,
        ]
      : []),
    ...(shuffled ? [`shuffled         epsilon ${digits(shuffled.epsilon)} at delta ${shuffled.delta}`] : []),
  ]
}

const digits = (value: number) => String(Number(value.toPrecision(3)))
const percent = (value: number) => `${digits(100 * value)} %`
