/** A message about a goal without the two lines that show the text, with a caret below what is wrong. */
export function withoutCaret(message: string): string {
  return message.replace(/\n {2}.*\n {2} *\^+(?=\n|$)/, '')
}
