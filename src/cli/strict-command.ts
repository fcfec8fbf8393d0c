import { Command, type HelpContext } from 'commander'
import { Refusal } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'

/** The methods with which commander refuses an option and a subcommand. Commander's types leave them out. */
interface Refuses {
  unknownOption(flag: string): void
  unknownCommand(): void
}

/**
 * A command whose errors name the faulty option; unknown before missing, so that `--colum` for `--column` is reported as a
 * misspelling. Where the library refuses an argument, the error names the option that gave it.
 */
export class StrictCommand extends Command {
  override createCommand(name?: string): StrictCommand {
    return new StrictCommand(name)
  }

  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    const parsed = super.parseOptions(args)
    const [unknown] = parsed.unknown
    // An option that is unknown to a command with subcommands belongs to one of the subcommands.
    if (unknown !== undefined && this.commands.length === 0 && !parsed.unknown.some(isHelp)) {
      ;(this as unknown as Refuses).unknownOption(unknown)
    }
    return parsed
  }

  /** Shows the help; but to somebody who asks for that of a subcommand that there is not, it says so. */
  override outputHelp(context?: HelpContext | ((text: string) => string)): void {
    const [first, second] = this.args
    const word = first === 'help' ? second : first
    const names = ['help', ...this.commands.map(command => command.name())]
    if (this.commands.length > 0 && word !== undefined && !word.startsWith('-') && !names.includes(word)) {
      this.args = [word]
      ;(this as unknown as Refuses).unknownCommand()
    }
    super.outputHelp(context as HelpContext)
  }

  override action(run: (...args: unknown[]) => void | Promise<void>): this {
    return super.action(async (...args: unknown[]) => {
      try {
        await run(...args)
      } catch (error) {
        throw this.withOption(error)
      }
    })
  }

  /** The error; if it refuses an argument that an option gave, one that begins with the option. */
  private withOption(error: unknown): unknown {
    if (!(error instanceof Refusal)) return error
    const [argument] = error.argument.split(/\W/)
    const option = this.options.find(each => each.attributeName() === argument)
    if (option === undefined || this.getOptionValueSource(argument) !== 'cli') return error
    return new InputError(`${option.long}: ${error.message}`)
  }
}

function isHelp(option: string): boolean {
  return option === '--help' || option === '-h'
}
