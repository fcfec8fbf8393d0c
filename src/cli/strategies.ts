import type { Command } from 'commander'
import { AUTO } from '../catalogue/samplers.ts'
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

/** Description of the sampler `auto`. */
const AUTO_SAYS = 'the exact sampler with the most effective draws per second for the answers'

const OWN = 'of a module'

/** `adobest strategies`: lists the names for `--strategy` and `--sampler`. */
export function addStrategies(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('strategies')
    .summary('list the strategies and the samplers')
    .description('Prints one line about each. Modules that --use names are included.')
    .addHelpText('after', EXAMPLES)
    .action((options: CommonOptions) => list(options, io, methods))
  addCommonOptions(addUseOption(command), 'draws nothing')
}

function list({ json }: CommonOptions, io: Io, { catalogue }: OwnMethods): void {
  const strategies = strategyKinds(catalogue).map(({ name, share, says = OWN }) => ({
    name: share === undefined ? name : formOf(name, share),
    says,
  }))
  const samplers = [
    { name: AUTO, says: AUTO_SAYS },
    ...catalogue.samplers.map(({ name, says = OWN }) => ({ name, says })),
  ]
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

/** The forms of the name of a strategy with a share. */
function formOf(
  name: string,
  { after, called, required }: { after: string; called: string; required: boolean },
) {
  return required ? `${name}${after}${called}` : `${name}[${after}${called}]`
}
