/** An option that a shell completes. */
export interface CompletedOption {
  readonly flag: string
  readonly says: string
  readonly takesValue: boolean
  /** Completions of its value; files if there are none. */
  readonly values: readonly string[]
}

/** A command that a shell completes. */
export interface CompletedCommand {
  /** The name of the command; for a subcommand, two words. */
  readonly words: readonly string[]
  readonly says: string
  readonly options: readonly CompletedOption[]
  /** Completions of its argument; files if there are none. */
  readonly values: readonly string[]
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The script that lets a shell complete these commands. */
export function scriptFor(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash, zsh, fish }[shell](commands)
}

/** The first words of commands, and the second words for each command with subcommands. */
function wordsOf(commands: readonly CompletedCommand[]) {
  const first = [...new Set(commands.map(({ words }) => words[0]))]
  const groups = first.flatMap(word => {
    const second = commands.flatMap(({ words }) => (words[0] === word && words.length > 1 ? [words[1]] : []))
    return second.length > 0 ? [{ word, second }] : []
  })
  return { first, groups }
}

/** Words are escaped, because shells interpret brackets, quotes and spaces in lists of words. */
const escaped = (value: string) => value.replace(/[^\w:./@=+-]/gu, found => `\\${found}`)

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** In bash, spaces end words. `-o filenames` escapes opening brackets, so that a query needs no quotes. */
function bash(commands: readonly CompletedCommand[]): string {
  const { first, groups } = wordsOf(commands)
  const words = (list: readonly string[]) => quoted(list.map(escaped).join('\n'))
  const branches = commands.flatMap(({ words: path, options, values }) => {
    const name = path.join(' ')
    const ofOptions = options.flatMap(({ flag, values: of }) =>
      of.length > 0 ? [`    ${quoted(`${name} ${flag}`)}) words=${words(of)} ;;`] : [],
    )
    const flags = options.map(({ flag }) => flag)
    return [
      ...ofOptions,
      `    ${quoted(`${name} -`)}) words=${words(flags)} ;;`,
      ...(values.length > 0 ? [`    ${quoted(`${name} `)}) words=${words(values)} ;;`] : []),
    ]
  })
  const ofGroups = groups.map(
    ({ word, second }) =>
      `  ${word}) if [ "$COMP_CWORD" -gt 2 ]; then path="$path \${COMP_WORDS[2]}"; else words=${words(second)}; fi ;;`,
  )
  return `# Completion of adobest for bash.
_adobest() {
  local IFS=$'\\n' cur="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="\${COMP_WORDS[1]}" words=
  cur="\${cur#[\\"\\']}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${words([...first, 'help'])} -- "$cur"))
    return
  fi
  case "$path" in
${ofGroups.join('\n')}
  esac
  if [ -z "$words" ]; then
    case "$before" in --*) ;; *) before= ;; esac
    case "$cur" in -*) before=- ;; esac
    case "$path $before" in
${branches.join('\n')}
    esac
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); else COMPREPLY=($(compgen -f -- "$cur")); fi
  case "\${COMPREPLY[*]}" in *'('*) compopt -o nospace 2> /dev/null ;; esac
}
complete -o filenames -F _adobest adobest
`
}

function zsh(commands: readonly CompletedCommand[]): string {
  const { first, groups } = wordsOf(commands)
  const plain = (text: string) => text.replace(/[[\]\\:]/g, found => `\\${found}`)
  const choices = (values: readonly string[]) =>
    values.length > 0 ? `(${values.map(value => escaped(value).replaceAll(':', '\\:')).join(' ')})` : '_files'
  const branch = ({ words, options, values }: CompletedCommand) => {
    const specs = options.map(({ flag, says, takesValue, values: of }) =>
      quoted(`*${flag}[${plain(says)}]${takesValue ? `:value:${choices(of)}` : ''}`),
    )
    return [
      `    ${quoted(words.join(' '))})`,
      `      _arguments ${[...specs, quoted(`*:file:${choices(values)}`)].join(' \\\n        ')}`,
      '      ;;',
    ]
  }
  const lines = first.map(word => {
    const { says } = commands.find(({ words }) => words[0] === word)!
    return quoted(`${word}:${groups.some(group => group.word === word) ? word : plain(says)}`)
  })
  const ofGroups = groups.map(
    ({ word, second }) => `  if [[ $path_ == ${word} ]]; then
    if (( CURRENT == 3 )); then compadd ${second.join(' ')}; return; fi
    path_="$path_ $words[3]"; shift words; (( CURRENT-- ))
  fi`,
  )
  return `#compdef adobest
# Completion of adobest for zsh.
_adobest() {
  local path_="$words[2]"
  local -a commands
  commands=(${lines.join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
${ofGroups.join('\n')}
  shift words; (( CURRENT-- ))
  case $path_ in
${commands.flatMap(branch).join('\n')}
  esac
}
_adobest "$@"
`
}

function fish(commands: readonly CompletedCommand[]): string {
  const { first, groups } = wordsOf(commands)
  const text = (of: string) => `'${of.replace(/[\\']/g, found => `\\${found}`)}'`
  const listed = (of: readonly string[]) => of.map(escaped).join(' ')
  const whole = first.map(word => {
    const { says } = commands.find(({ words }) => words[0] === word)!
    const isGroup = groups.some(group => group.word === word)
    return `complete -c adobest -n __fish_use_subcommand -x -a ${word}${isGroup ? '' : ` -d ${text(says)}`}`
  })
  const afterWords = (words: readonly string[]) =>
    text(words.map(word => `__fish_seen_subcommand_from ${word}`).join('; and '))
  const inner = groups.flatMap(({ word, second }) => {
    const open = text(
      `__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${second.join(' ')}`,
    )
    return `complete -c adobest -n ${open} -x -a ${text(second.join(' '))}`
  })
  const ofCommands = commands.flatMap(({ words, options, values }) => [
    ...options.map(({ flag, says, takesValue, values: of }) => {
      const value = takesValue ? (of.length > 0 ? ` -x -a ${text(listed(of))}` : ' -r') : ''
      return `complete -c adobest -n ${afterWords(words)} -l ${flag.slice(2)}${value} -d ${text(says)}`
    }),
    ...(values.length > 0
      ? [`complete -c adobest -n ${afterWords(words)} -x -a ${text(listed(values))}`]
      : []),
  ])
  return `# Completion of adobest for fish.\n${[...whole, ...inner, ...ofCommands].join('\n')}\n`
}
