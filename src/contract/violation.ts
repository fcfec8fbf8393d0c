/** A violation of a rule of a contract. */
export interface Violation {
  /** The rule, in a word: the same for all its violations. */
  readonly rule: string
  /** The finding, in a sentence. */
  readonly message: string
}

/** Checks one rule. What `check` finds are its violations; an error that it throws counts as one, too. */
export function checkRule(rule: string, check: () => Iterable<string>): Violation[] {
  const messages: string[] = []
  try {
    for (const message of check()) messages.push(message)
  } catch (error) {
    messages.push(error instanceof Error ? error.message : String(error))
  }
  return messages.map(message => ({ rule, message }))
}
