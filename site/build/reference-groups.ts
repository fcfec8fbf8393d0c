import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Menu } from './menu.ts'
import { nameSignatures } from './signatures.ts'

/** A group of public names, by the files that define them. */
interface Group {
  readonly title: string
  readonly about: string
  /** The most used names, in the order in which they are needed. */
  readonly first: readonly string[]
  /** The sources of the group; a source belongs to the first group that matches. */
  readonly sources: RegExp
}

export const GROUPS: readonly Group[] = [
  {
    title: 'Goals',
    about: 'What a collection should settle, as texts, and what is decided.',
    first: ['parseGoal', 'Goal', 'Decision', 'Answer', 'GoalGuarantee'],
    sources: /^src\/query\/(parse-goal|answer)/,
  },
  {
    title: 'Queries',
    about:
      'What one wants to know: shares, means, quantiles and associations, as texts, of whatever people hold.',
    first: ['parseQuery', 'Query', 'Askable', 'Scalar', 'Functional'],
    sources: /^src\/query\//,
  },
  {
    title: 'Planning',
    about: 'How many people, at which ε, how precise: before anybody is asked.',
    first: ['power', 'PowerPlan', 'PowerOptions', 'PlannedTruth'],
    sources: /^src\/planning\//,
  },
  {
    title: 'Streams',
    about: 'Intervals that hold at every look, changes that are noticed, and memories that forget.',
    first: ['confidenceSequence', 'changeDetector', 'Memory', 'MovingTruth', 'Change'],
    sources: /^src\/(sequence|loop\/memory|simulation\/moving-truth)/,
  },
  {
    title: 'Risk',
    about: 'What an answer gives away, people who are asked again, and people who lie.',
    first: ['riskReport', 'memoized', 'detectLiars', 'RiskReport', 'Robust'],
    sources: /^src\/(risk\/|catalogue\/report-risk|loop\/detect-liars)/,
  },
  {
    title: 'The loop',
    about:
      'Simulations, and the two sides of a live collection: the estimator asks, respondents audit and answer.',
    first: ['simulate', 'createEstimator', 'createRespondent', 'SimulateOptions', 'Estimate'],
    sources: /^src\/(loop|simulation)\/|^src\/catalogue\/(catalogue|strategy-kind)/,
  },
  {
    title: 'Mechanisms',
    about: 'Rules that randomize an answer, as channels whose exact ε can be computed.',
    first: ['srr', 'subsetSelection', 'audit', 'channelMatrix', 'mechanismFromRequest'],
    sources: /^src\/(mechanism\/(?!partitions)|rrrr\/)|^src\/catalogue\/requests/,
  },
  {
    title: 'Questions',
    about:
      'What people may hold: categories, scales, whole numbers, numbers; channels that respect their order, and densities with intervals.',
    first: ['readQuestion', 'Question', 'arcPartitions', 'bestArcs', 'NumericEstimate'],
    sources: /^src\/(domain\/|mechanism\/partitions)|^src\/posterior\/functional\/|^src\/catalogue\/numeric/,
  },
  {
    title: 'Regression',
    about: 'What the private category has to do with what is public about people.',
    first: ['regress', 'Regression', 'RegressOptions', 'RegressionAnswer', 'AverageEffect'],
    sources: /^src\/regression\//,
  },
  {
    title: 'Posterior',
    about: 'From answers to shares: tallies, exact samplers, intervals, diagnostics.',
    first: ['tallyResponses', 'samplePosterior', 'Posterior', 'maximumLikelihood', 'diagnose'],
    sources: /^src\/posterior\/|^src\/catalogue\/(sample|tally)/,
  },
  {
    title: 'Utilities and distances',
    about: 'How a subset of categories is ranked, and how far one distribution is from another.',
    first: ['evaluateUtility', 'scanSubsets', 'totalVariation', 'divergence', 'UTILITY_NAMES'],
    sources: /^src\/(utility|simplex)\/|^src\/catalogue\/(scan-subsets|utilities)/,
  },
  {
    title: 'Private sampling',
    about: 'One private draw from a distribution that a person holds.',
    first: [
      'publicPriorSampler',
      'minimaxSampler',
      'localMinimaxSampler',
      'relativeMollifier',
      'laplaceMixture',
    ],
    sources: /^src\/private-sampling\//,
  },
  {
    title: 'Pooling',
    about: 'Means and quantiles of public and private data together.',
    first: [
      'pooledMean',
      'pooledQuantile',
      'personalizedMean',
      'personalizedQuantile',
      'personalizedThreshold',
    ],
    sources: /^src\/pooling\//,
  },
  {
    title: 'Files and sweeps',
    about: 'Tables in and out, grids of runs, figures and reports; from adobest/node.',
    first: ['readPeople', 'compareStrategies', 'sweep', 'queryResults', 'writeTable'],
    sources: /^src\/(data|sweep|report)\//,
  },
  {
    title: 'Randomness, errors and own kinds',
    about: 'Seeded and cryptographic sources, what a refusal carries, and the rules for kinds of your own.',
    first: ['stream', 'cryptoRng', 'Refusal', 'mechanismContract', 'strategyContract'],
    sources: /^src\//,
  },
]

/** The order in which groups are listed. Sources are matched in another order. */
const LISTED = [
  'The loop',
  'Mechanisms',
  'Posterior',
  'Goals',
  'Queries',
  'Streams',
  'Risk',
  'Private sampling',
  'Pooling',
]

const FUNCTION = 64

const FOLDERS: Readonly<Record<number, string>> = {
  32: 'variables',
  [FUNCTION]: 'functions',
  128: 'classes',
  256: 'interfaces',
  2097152: 'type-aliases',
}

interface Reflection {
  readonly name: string
  readonly kind: number
  readonly children?: readonly Reflection[]
  readonly sources?: readonly { readonly fileName: string }[]
  readonly signatures?: readonly Reflection[]
  readonly comment?: { readonly summary: readonly { readonly text: string }[] }
}

interface Name {
  readonly name: string
  readonly link: string
  readonly about: string
  readonly isFunction: boolean
}

/**
 * Writes the first page of the reference, with names in groups.
 *
 * @param data the reference as JSON
 * @returns the menu of the reference
 */
export async function arrangeReference(data: string, folder: string): Promise<Menu> {
  const project = JSON.parse(await readFile(data, 'utf8')) as Reflection
  const groups = new Map<Group, Name[]>()
  for (const part of project.children ?? []) {
    await rm(join(folder, 'reference', part.name, 'index.md'))
    for (const one of part.children ?? []) {
      const source = one.sources?.[0]?.fileName ?? ''
      const group = GROUPS.find(({ sources }) => sources.test(source))
      if (group === undefined) throw new Error(`${one.name}: no group of the reference takes ${source}`)
      const link = `/reference/${part.name}/${FOLDERS[one.kind]}/${one.name}`
      const names = groups.get(group) ?? []
      if (one.kind === FUNCTION) await nameSignaturesOf(join(folder, `${link}.md`))
      names.push({ name: one.name, link, about: sentence(one), isFunction: one.kind === FUNCTION })
      groups.set(group, names)
    }
  }
  const rank = ({ title }: Group) => (LISTED.includes(title) ? LISTED.indexOf(title) : LISTED.length)
  const listed = [...groups].sort(([a], [b]) => rank(a) - rank(b))
  await writeFile(join(folder, 'reference/index.md'), firstPage(listed))
  const menu = listed.map(([{ title, first }, names]) => ({
    text: title,
    items: [
      ...inOrder(names, first)
        .slice(0, first.length)
        .map(({ name, link }) => ({ text: name, link })),
      { text: 'all of them', link: `/reference/#${anchor(title)}` },
    ],
  }))
  return { '/reference/': menu }
}

async function nameSignaturesOf(file: string): Promise<void> {
  await writeFile(file, nameSignatures(await readFile(file, 'utf8')))
}

/** Puts the most used names first, then other functions, then types. */
function inOrder(names: readonly Name[], first: readonly string[]): Name[] {
  const rank = ({ name, isFunction }: Name) =>
    first.includes(name) ? first.indexOf(name) - first.length : isFunction ? 0 : 1
  return [...names].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

function firstPage(groups: readonly (readonly [Group, readonly Name[]])[]): string {
  const parts = groups.map(([{ title, about, first }, names]) => {
    const sorted = inOrder(names, first)
    const most = sorted.filter(({ name }) => first.includes(name))
    const missing = first.filter(name => !most.some(one => one.name === name))
    if (missing.length > 0) throw new Error(`${title}: no public names are ${missing.join(', ')}`)
    const others = sorted.filter(({ name }) => !first.includes(name))
    const table = ['| name | what it is |', '| :-- | :-- |', ...most.map(row)].join('\n')
    const rest = others.map(({ name, link }) => `[\`${name}\`](${link})`).join(' · ')
    return `## ${title} {#${anchor(title)}}\n\n${about}\n\n${table}\n\n${rest && `Also: ${rest}\n`}`
  })
  const lead = `Every public name, with its formula, units, errors, source, and an example that the tests run. \`simulate\`, \`audit\` and
their like come from \`adobest\`; files, sweeps and reports from \`adobest/node\`; chains as tensors from \`adobest/tensors\`; rules for
kinds of your own from \`adobest/contract\`.`
  return `# Reference\n\n${lead}\n\n${parts.join('\n')}`
}

const anchor = (title: string) => title.toLowerCase().replace(/\W+/g, '-')

const row = ({ name, link, about }: Name) => `| [\`${name}\`](${link}) | ${about.replaceAll('|', '\\|')} |`

/** The first sentence of a name's definition. */
function sentence(one: Reflection): string {
  const comment = one.comment ?? one.signatures?.[0]?.comment
  const text = (comment?.summary ?? [])
    .map(part => part.text)
    .join('')
    .replace(/\s+/g, ' ')
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
}
