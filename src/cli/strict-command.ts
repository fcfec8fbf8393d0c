import { Command, type HelpContext } from 'commander'
import { Refusal } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import { decimal } from '../data/decimal.ts'
import { InputError } from '../data/input-error.ts'

/** The methods with which commander refuses an option and a subcommand. Commander's types leave them out. */
interface Refuses {
  unknownOption(flag: string): void
  unknownCommand(): void
}

/** What papers call what options are for. */
const SYMBOLS: { readonly [symbol: string]: readonly string[] | undefined } = {
  k: ['categories'],
  n: ['users', 'people'],
  e: ['epsilon'],
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
    this.refuseSpaces(args)
    const parsed = super.parseOptions(args)
    const [unknown] = parsed.unknown
    // An option that is unknown to a command with subcommands belongs to one of the subcommands.
    if (unknown !== undefined && this.commands.length === 0 && !parsed.unknown.some(isHelp)) {
      const meant = this.abbreviated(unknown)
      if (meant !== undefined) {
        this.error(`error: unknown option '${unknown}'\n(Did you mean ${meant}?)`, {
          code: 'commander.unknownOption',
        })
      }
      ;(this as unknown as Refuses).unknownOption(unknown)
    }
    return parsed
  }

  /** The option that papers' symbols stand for, such as `--k`, or that this is the beginning of, such as `--eps`. */
  private abbreviated(flag: string): string | undefined {
    const [word] = flag.replace(/^-+/, '').split('=')
    const names = this.options.map(option => option.long ?? '').filter(name => name.startsWith('--'))
    const known = (SYMBOLS[word] ?? []).map(name => `--${name}`)
    return names.find(name => known.includes(name)) ?? names.find(name => name.startsWith(`--${word}`))
  }

  /** Refuses values of an option as several words: the second and later ones would count as files. */
  private refuseSpaces(args: readonly string[]): void {
    args.forEach((arg, i) => {
      const option = this.options.find(one => one.long === arg)
      if (option === undefined || !option.required) return
      const after = args.slice(i + 1)
      const end = after.findIndex(word => word.startsWith('-'))
      const words = end < 0 ? after : after.slice(0, end)
      const isNumber = (word: string) => !Number.isNaN(decimal(word.replace(/,$/, '')))
      const isList =
        words.length > 1 && (words[0].endsWith(',') || (arg === '--epsilon' && isNumber(words[1])))
      if (!isList) return
      const typed = words
        .filter((word, j) => j === 0 || words[j - 1].endsWith(',') || isNumber(word))
        .join(' ')
      const expected = option.flags.endsWith('s>')
        ? `values separated by commas without spaces, such as ${typed.replace(/,? /g, ',')}`
        : 'one value'
      throw new InputError(`${arg}: expected ${expected}; got ${quote(typed)}`)
    })
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
    return new InputError(`${option.long}: ${error.message}`, { cause: error })
  }
}

function isHelp(option: string): boolean {
  return option === '--help' || option === '-h'
}
