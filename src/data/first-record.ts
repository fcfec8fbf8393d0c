/**
 * The fields of the first record of delimited text. Quoted fields may contain delimiters, line breaks, and doubled quotes
 * (RFC 4180).
 *
 * @example
 * firstRecord('name,"city, state"\r\nAda,London', ',') // ['name', 'city, state']
 */
export function firstRecord(text: string, delimiter: string): string[] {
  const field = new RegExp(`"((?:[^"]|"")*)"|([^${delimiter}\r\n]*)`, 'y')
  const fields: string[] = []
  field.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    const [, quoted, plain] = field.exec(text)!
    fields.push(quoted?.replaceAll('""', '"') ?? plain)
    if (text[field.lastIndex] !== delimiter) return fields
    field.lastIndex++
  }
}
