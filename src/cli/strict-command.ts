import { Command } from 'commander'

/** The method with which commander refuses an option; its types leave it out. */
interface RefusesOptions {
  unknownOption(flag: string): void
}

/**
 * A command that refuses an unknown option before it misses a required one: who writes `--colum` for `--column` is told of
 * the misspelling, not that `--column` is missing.
 */
export class StrictCommand extends Command {
  override createCommand(name?: string): StrictCommand {
    return new StrictCommand(name)
  }

  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    const parsed = super.parseOptions(args)
    const [unknown] = parsed.unknown
    // What a command with subcommands does not know belongs to one of them.
    if (unknown !== undefined && this.commands.length === 0 && !parsed.unknown.some(isHelp)) {
      ;(this as unknown as RefusesOptions).unknownOption(unknown)
    }
    return parsed
  }
}

function isHelp(option: string): boolean {
  return option === '--help' || option === '-h'
}
