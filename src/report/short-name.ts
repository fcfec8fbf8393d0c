const [CHARACTER_WIDTH, MOST_CHARACTERS] = [7, 24]

/** Shortens a name to at most 24 characters, for figures. */
export const shortName = (name: string): string => shorten(name, MOST_CHARACTERS)

/** Shortens a name to at most `most` characters. */
export function shorten(name: string, most: number): string {
  const characters = Array.from(name)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : name
}

/** Width of the longest of these names, shortened, in pixels, estimated on the large side. */
export function widthOfNames(names: readonly string[], most = MOST_CHARACTERS): number {
  return CHARACTER_WIDTH * Math.max(...names.map(name => Array.from(shorten(name, most)).length))
}
