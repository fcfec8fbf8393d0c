import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { publishFile, requireFile } from '../data/publish.ts'
import type { Domain } from '../domain/domain.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import type { ByGroup } from '../posterior/functional/by-group.ts'
import { drawsOf, type LawsAsked, type OfPeople, viewsOf } from '../posterior/functional/law-beliefs.ts'
import { cellsOf, type NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import { cellsOfView } from '../query/of-query.ts'

/** The option that keeps the draws of a posterior. */
export interface DrawsFileOption {
  readonly drawsFile?: string
}

export function addDrawsFileOption(command: Command): Command {
  return command.option(
    '--draws-file <file>',
    'write the draws of the posterior as JSON, for arviz.from_dict',
  )
}

/** Refuses a file that cannot be written, before any work is done. */
export async function requireDrawsFile({ drawsFile }: DrawsFileOption): Promise<void> {
  if (drawsFile !== undefined) await requireFile(drawsFile)
}

/** Writes the draws if a file for them was given; returns the written files. */
export async function writeDraws({ drawsFile }: DrawsFileOption, draws: () => object): Promise<string[]> {
  if (drawsFile === undefined) return []
  const write = (folder: string) => writeFile(join(folder, basename(drawsFile)), JSON.stringify(draws()))
  return [await publishFile(drawsFile, write)]
}

/** Nested lists of numbers: chain, then draw, then the variable's dimensions. */
type Nested = readonly (number | Nested)[]

/** Draws of laws by name, in ArviZ's layout. */
export interface LawDraws {
  readonly posterior: { readonly [variable: string]: Nested }
  readonly coords: { readonly [dimension: string]: readonly string[] }
  readonly dims: { readonly [variable: string]: readonly string[] }
}

/**
 * The draws of all laws of a belief. A single question is the variable `theta` over the dimension `category`; several questions are variables of their names, and two together `a:b`. With groups, their dimension comes first.
 */
export function drawsOfLaws(belief: OfPeople | ByGroup<OfPeople>, asked: LawsAsked): LawDraws {
  const { domain, by, variable = 'group' } = asked
  const pairs = viewsOf(asked).filter(({ questions }) => questions.length === 2)
  const views = pairs.length > 0 ? [...domain.views('singles'), ...pairs] : viewsOf(asked)
  const beliefs = by ? by.map(group => (belief as ByGroup<OfPeople>).group(group)) : [belief as OfPeople]
  const dimension = (j: number) => (domain.isSingle ? 'category' : domain.names[j])
  const named = views.map(({ questions }) => ({
    name: domain.isSingle ? 'theta' : questions.map(j => domain.names[j]).join(':'),
    over: [...(by ? [variable] : []), ...questions.map(dimension)],
    draws: byChain(beliefs, domain, questions, chainsOf(belief, asked), by !== undefined),
  }))
  const labels = domain.names.map((name, j) => [dimension(j), domain.labels(name)] as const)
  return {
    posterior: Object.fromEntries(named.map(({ name, draws }) => [name, draws])),
    coords: { ...(by && { [variable]: by }), ...Object.fromEntries(labels) },
    dims: Object.fromEntries(named.map(({ name, over }) => [name, over])),
  }
}

/** Number of chains of the draws. */
function chainsOf(belief: OfPeople | ByGroup<OfPeople>, { by, domain }: LawsAsked): number {
  const one = by ? (belief as ByGroup<OfPeople>).group(by[0]) : (belief as OfPeople)
  return cellsOf('marginal' in one ? one.marginal<Posterior | NumericEstimate>(domain.names[0]) : one).chains
}

function byChain(
  beliefs: readonly OfPeople[],
  domain: Domain,
  questions: readonly number[],
  chains: number,
  isGrouped: boolean,
): Nested {
  const cells = cellsOfView(domain, questions)
  const draws = beliefs.map(belief => drawsOf(belief, questions))
  // Groups estimated separately may have different numbers of draws.
  const perChain = Math.min(...draws.map(({ length }) => length / cells / chains))
  const rows = domain.sizes[questions[0]]
  const law = (values: Float64Array, start: number): Nested =>
    questions.length === 1
      ? Array.from(values.subarray(start, start + cells))
      : Array.from({ length: rows }, (_, u) =>
          Array.from({ length: cells / rows }, (__, v) => values[start + u + rows * v]),
        )
  return Array.from({ length: chains }, (_, chain) =>
    Array.from({ length: perChain }, (__, draw) => {
      const laws = draws.map(values => {
        const ofChain = values.length / cells / chains
        return law(values, (chain * ofChain + draw) * cells)
      })
      return isGrouped ? laws : laws[0]
    }),
  )
}
