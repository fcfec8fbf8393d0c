import type { Command } from 'commander'
import { samplerNames } from '../catalogue/samplers.ts'
import { strategyKinds } from '../loop/strategy/strategy-names.ts'
import { textTable } from '../report/text-table.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { type Io, print } from './io.ts'
import { addUseOption } from './methods.ts'
import { addCommonOptions, type CommonOptions } from './options.ts'

const EXAMPLES = `
Examples:
  adobest strategies
  adobest strategies --json`

/** What the built-in strategies do, in a line each. */
const STRATEGIES: Readonly<Record<string, string>> = {
  auto: 'the channel with the smallest expected error, or the one that settles the goal soonest',
  srr: 'the answer is the truth or, evenly, any other category',
  'subset-selection': 'the answer is a set of categories, more often one with the truth in it',
  'block-design':
    'the answer speaks for a block of categories of a symmetric design: short, for many categories',
  hadamard: 'the answer is a row of a Hadamard matrix: short, for many categories',
  oue: 'the answer is a bit for each category (optimized unary encoding)',
  olh: 'the answer is a hashed category (optimized local hashing)',
  arcs: 'the answer is a stretch of the range (for numbers, in order)',
  threshold: 'the answer is whether a number is at least a certain one (for questions about numbers)',
  'public-prior': 'the fixed-point channel of a public prior',
  'public-prior:adaptive': 'the same, with the posterior mean as the prior',
  semi: 'RRRR on the fewest likely categories that together have this probability',
  information: 'RRRR on the subset, and with the split, that Bayesian A-optimality chooses',
  fisher: 'RRRR on the subset with the smallest asymptotic variance of all frequencies',
  entropy: 'RRRR on the subset whose answers are least evenly spread',
  'posterior-tv': 'RRRR on the subset whose answer moves the belief about the category most',
  'marginal-tv': 'RRRR on the subset whose answers are distributed most like the categories',
  mse: 'RRRR on the subset whose answer lets the category be guessed best, in mean square',
  honesty: 'RRRR on the subset for which the most answers are true',
}

/** What the built-in samplers do, in a line each. */
const SAMPLERS: Readonly<Record<string, string>> = {
  auto: 'the exact sampler with the most effective draws per second for the answers',
  gibbs: 'data augmentation: a category for each answer, then the frequencies',
  hmc: 'Hamiltonian Monte Carlo (NUTS)',
  slice: 'coordinate-wise slice sampling, for few distinct answers',
  'delayed-acceptance': 'cheap proposals that are corrected to be exact, for more of them',
  sequence:
    'categories one after the other by an expansion, corrected to be exact; for fifty or more categories',
  sgld: "the paper's stochastic gradient Langevin dynamics; approximate",
  sgrld: 'its Riemannian variant, for priors below 1; approximate',
}

const OWN = 'of a module'

/** `adobest strategies`: lists what `--strategy` and `--sampler` may name. */
export function addStrategies(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('strategies')
    .summary('list the strategies and the samplers')
    .description('Lists the strategies and the samplers that there are, with a line on each.')
    .addHelpText('after', EXAMPLES)
    .action((options: CommonOptions) => list(options, io, methods))
  addCommonOptions(addUseOption(command), 'draws nothing')
}

function list({ json }: CommonOptions, io: Io, { catalogue }: OwnMethods): void {
  const strategies = strategyKinds(catalogue).map(({ name, share }) => ({
    name: share === undefined ? name : formOf(name, share),
    says: STRATEGIES[name] ?? OWN,
  }))
  const samplers = samplerNames(catalogue.samplers).map(name => ({ name, says: SAMPLERS[name] ?? OWN }))
  const table = (title: string, rows: readonly { name: string; says: string }[]) =>
    textTable(
      [
        { title, cell: row => row.name },
        { title: 'what it does', cell: row => row.says },
      ],
      rows,
    )
  print(io, json, {
    json: { strategies, samplers },
    text: `${table('strategy', strategies)}\n${table('sampler', samplers)}`,
  })
}

/** How a strategy with a share may be named. */
function formOf(
  name: string,
  { after, called, required }: { after: string; called: string; required: boolean },
) {
  return required ? `${name}${after}${called}` : `${name}[${after}${called}]`
}
