import { Argument, type Command, type Option } from 'commander'
import { AUTO } from '../catalogue/samplers.ts'
import { strategyKinds } from '../loop/strategy/strategy-names.ts'
import { FORMS } from '../query/forms.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import {
  type CompletedCommand,
  type CompletedOption,
  SHELLS,
  type Shell,
  scriptFor,
} from './completion-scripts.ts'
import { type Io, print } from './io.ts'
import { addCommonOptions, type CommonOptions } from './options.ts'

const EXAMPLES = `
Examples:
  adobest completion bash >> ~/.bashrc
  adobest completion zsh > "$fpath[1]/_adobest"
  adobest completion fish > ~/.config/fish/completions/adobest.fish`

/** Beginnings of queries and goals. The median is the quantile at ½. */
const QUERIES = [...Object.keys(FORMS), 'median'].map(form => `${form}(`)

/** `adobest completion`: the script by which a shell completes commands, options and their values. */
export function addCompletion(program: Command, io: Io, { catalogue }: OwnMethods): void {
  const command = program
    .command('completion')
    .summary('print a script that lets a shell complete commands, options and queries')
    .description(
      'With the script, the Tab key completes commands, their options, names of strategies and samplers, ' +
        'and the forms of queries. The script belongs to this version, and starts no program.',
    )
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action((shell: Shell, { json }: CommonOptions) => {
      const commands = commandsOf(program, catalogue)
      print(io, json, { json: { commands }, text: scriptFor(shell, commands) })
    })
  addCommonOptions(command, 'draws nothing')
}

/** The commands with their options, subcommands as two words. */
function commandsOf(program: Command, catalogue: OwnMethods['catalogue']): CompletedCommand[] {
  const strategies = strategyKinds(catalogue).map(({ name }) => name)
  const values: Readonly<Record<string, readonly string[]>> = {
    strategy: strategies,
    strategies: ['all', ...strategies],
    sampler: [AUTO, ...catalogue.samplers.map(({ name }) => name)],
    show: QUERIES,
    goal: [...QUERIES, 'top('],
    prior: ['learned'],
  }
  const optionOf = (option: Option): CompletedOption => ({
    flag: option.long!,
    says: option.description,
    takesValue: option.required || option.optional,
    values: option.argChoices ?? values[option.attributeName()] ?? [],
  })
  return program.commands.flatMap((command): CompletedCommand[] =>
    (command.commands.length > 0 ? command.commands : [command]).map(leaf => ({
      words: leaf === command ? [command.name()] : [command.name(), leaf.name()],
      says: leaf.summary() || leaf.description(),
      options: leaf.options.filter(({ long, hidden }) => long && !hidden).map(optionOf),
      values: leaf.registeredArguments[0]?.argChoices ?? [],
    })),
  )
}
