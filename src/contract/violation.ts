/** A rule of a contract that is broken. */
export interface Violation {
  /** Which one, in a word: the same for every violation of it. */
  readonly rule: string
  /** What was found, in a sentence. */
  readonly message: string
}

/** Checks one rule: what `check` finds; what it throws counts as a violation of the same rule. */
export function checkRule(rule: string, check: () => Iterable<string>): Violation[] {
  const messages: string[] = []
  try {
    for (const message of check()) messages.push(message)
  } catch (error) {
    messages.push(error instanceof Error ? error.message : String(error))
  }
  return messages.map(message => ({ rule, message }))
}
