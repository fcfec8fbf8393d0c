/** The heading of another call signature on a page of the reference. */
const BEGIN = /^## Call Signature$/m

/**
 * Heads each call signature of a page of the reference by its parameters and its result, and states their common parts once. Other pages
 * are left unchanged.
 */
export function nameSignatures(page: string): string {
  const [title, ...ways] = page.split(BEGIN)
  if (ways.length < 2) return page
  const seen = new Set<string>()
  return [
    title,
    ...ways.map(way => {
      const [call, ...sections] = way.split(/^(?=### )/m)
      const [, definition, summary] = /^(.*?^Defined in: [^\n]*\n)(.*)$/ms.exec(call) ?? ['', call, '']
      const rest = [summary, ...sections].filter(part => {
        const isNew = !seen.has(part.trim())
        seen.add(part.trim())
        return isNew || /^### (Parameters|Returns)/.test(part)
      })
      return `## ${headingOf(sections)}${[definition, '\n', ...rest].join('')}`
    }),
  ].join('')
}

/** `Options → Result`, from the tables of a signature. */
function headingOf(sections: readonly string[]): string {
  const [parameters, returns] = ['Parameters', 'Returns'].map(
    name => sections.find(section => section.startsWith(`### ${name}\n`)) ?? '',
  )
  const takes = Array.from(parameters.matchAll(/^\| `[^`]+`\?? \| (.*?) \|(?: [^|]* \|)?$/gm), ([, type]) =>
    type.replaceAll('\\|', '|').replace(/^\s*\|\s*/, ''),
  )
  const gives = returns.replace(/^### Returns\s+/, '').split('\n', 1)[0]
  return `${plain(takes.join(', '))} → ${plain(gives)}`
}

/** A type without links, and without its variant with names of categories. */
function plain(type: string): string {
  const text = type.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
  return text.replace(/ \| Named\\<.*\\>$/, '').trim()
}
