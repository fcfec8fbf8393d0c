import { type Command, Help, type Option } from 'commander'

/** Headings of the groups of options in the help of a command, in the order of the help. */
export const OPTION_GROUPS = ['Data:', 'Question:', 'Privacy:', 'Estimate:', 'Output:'] as const

type OptionGroup = (typeof OPTION_GROUPS)[number]

/**
 * The options of each group, by their long names. An option has one group in all commands; if one name means two things, the command with
 * the rarer meaning calls `helpGroup` itself.
 */
const NAMES: Readonly<Record<OptionGroup, string>> = {
  // The people or answers, and the reading of their files.
  'Data:': `column columns by value group request-column response-column count-column no-count-column id labels design-columns
    reference format no-header delimiter skip trim missing-values decimal thousands missing order-by order-format factors shares
    users dirichlet truth runs nonresponse weight weighted`,
  // The private values, and the questions about them.
  'Question:': `survey categories questions from to bins edges whole ordered clamp range ask formula goal show confidence guarantee
    people error probability once`,
  // The randomization of answers, and its privacy.
  'Privacy:': `epsilon epsilons strategy strategies mechanism request design public-prior group-size subset-size epsilon1 size
    adjacency gaussian gamma c1 c2 risk askings delta`,
  // The computation of estimates.
  'Estimate:': `sampler prior draws budget memory robust liars run-length method variance rule form norm workers shard queue use seed`,
  // The output.
  'Output:': `top sort-by table predict matrix sql csv parquet plan output out figures draws-file state accept-loss json help version`,
}

const GROUPS: ReadonlyMap<string, OptionGroup> = new Map(
  OPTION_GROUPS.flatMap(group => NAMES[group].split(/\s+/).map(name => [`--${name}`, group] as const)),
)

/** The group of an option; undefined if no list has it. */
export function groupOf({ long }: Option): OptionGroup | undefined {
  return GROUPS.get(long ?? '')
}

/** Help with one line about a command, and its options in groups. */
export class GroupedHelp extends Help {
  override commandDescription(command: Command): string {
    const [summary, description] = [command.summary(), command.description()]
    return summary === '' ? description : `${summary[0].toUpperCase()}${summary.slice(1)}.\n\n${description}`
  }

  override groupItems<T extends Command | Option>(all: T[], visible: T[], groupOf: (item: T) => string) {
    const order: readonly string[] = OPTION_GROUPS
    const groups = [...super.groupItems(all, visible, groupOf)]
    return new Map(groups.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)))
  }
}
