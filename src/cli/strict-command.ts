import { Command, type Help, type HelpContext, Option } from 'commander'
import { Refusal } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import { decimal } from '../data/decimal.ts'
import { InputError } from '../data/input-error.ts'
import { GroupedHelp, groupOf } from './option-groups.ts'

/** Commander's methods that refuse an option and a subcommand; its types omit them. */
interface Refuses {
  unknownOption(flag: string): void
  unknownCommand(): void
  missingMandatoryOptionValue(option: Option): void
}

/** Options for the symbols of papers. */
const SYMBOLS: { readonly [symbol: string]: readonly string[] | undefined } = {
  k: ['categories'],
  n: ['users', 'people'],
  e: ['epsilon'],
}

/**
 * A command whose errors name the faulty option. Unknown options are reported before missing ones, so that `--colum` for `--column` counts
 * as a misspelling. For an argument that the library refuses, the error names its option.
 */
export class StrictCommand extends Command {
  constructor(name?: string) {
    super(name)
    this.addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Output:'))
  }

  override createCommand(name?: string): StrictCommand {
    return new StrictCommand(name)
  }

  override createHelp(): Help {
    return Object.assign(new GroupedHelp(), this.configureHelp())
  }

  override addOption(option: Option): this {
    if (option.helpGroupHeading === undefined) option.helpGroup(groupOf(option) ?? 'Options:')
    return super.addOption(option)
  }

  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    this.refuseSpaces(args)
    const words = super.parseOptions(args)
    const [unknown] = words.unknown
    // An option that a command with subcommands does not know belongs to a subcommand.
    if (unknown !== undefined && this.commands.length === 0 && !words.unknown.some(isHelp)) {
      const meant = this.abbreviated(unknown)
      if (meant !== undefined) {
        this.error(`error: unknown option '${unknown}'\n(Did you mean ${meant}?)`, {
          code: 'commander.unknownOption',
        })
      }
      ;(this as unknown as Refuses).unknownOption(unknown)
    }
    return words
  }

  /** With a survey, mandatory options may be missing. */
  missingMandatoryOptionValue(option: Option): void {
    if (this.getOptionValue('survey') === undefined)
      (Command.prototype as unknown as Refuses).missingMandatoryOptionValue.call(this, option)
  }

  /** The option meant by a symbol of papers, such as `--k`, or by a beginning of its name, such as `--eps`. */
  private abbreviated(flag: string): string | undefined {
    const [word] = flag.replace(/^-+/, '').split('=')
    const names = this.options.map(option => option.long ?? '').filter(name => name.startsWith('--'))
    const symbols = (SYMBOLS[word] ?? []).map(name => `--${name}`)
    return names.find(name => symbols.includes(name)) ?? names.find(name => name.startsWith(`--${word}`))
  }

  /** Refuses values of an option as several words, because all but the first would count as files. */
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

  /** Shows the help; for a subcommand that does not exist, an error. */
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

  /** Turns an error about an argument that came from an option into an error that begins with the option. */
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
