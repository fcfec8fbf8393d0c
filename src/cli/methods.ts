import type { Command } from 'commander'
import { builtIn } from '../loop/strategy/built-in.ts'
import { loadMethods, type OwnMethods } from '../sweep/own-methods.ts'
import { each } from './parsers.ts'

/** The catalogue that resolves names on the command line. `loadUsed` completes it before the options of a command are read. */
export class Methods implements OwnMethods {
  catalogue: OwnMethods['catalogue'] = builtIn
  modules: OwnMethods['modules'] = []
}

const FLAG = '--use'

/** Adds the option `--use`, which `loadUsed` reads. */
export function addUseOption(command: Command): Command {
  return command.option(
    `${FLAG} <file>`,
    'a module that exports mechanisms, strategies, utilities or samplers of your own; may be repeated',
    each,
  )
}

/** Loads the modules of `--use` before the options of a command are read, because these may name the modules' kinds. */
export function loadUsed(program: Command, args: readonly string[], methods: Methods): Command {
  return program.hook('preSubcommand', async (_, command) => {
    if (!command.options.some(({ long }) => long === FLAG)) return
    const files = args.flatMap((argument, i) => {
      if (argument === FLAG) return args.slice(i + 1, i + 2)
      return argument.startsWith(`${FLAG}=`) ? [argument.slice(FLAG.length + 1)] : []
    })
    Object.assign(methods, await loadMethods(files))
  })
}
