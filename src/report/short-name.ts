const [CHARACTER_WIDTH, MOST_CHARACTERS] = [7, 24]

/** Shortens a name to at most 24 characters, for figures. */
export function shortName(name: string): string {
  const characters = Array.from(name)
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…` : name
}

/** Width of the longest of these names, in pixels, estimated on the large side. */
export function widthOfNames(names: readonly string[]): number {
  return CHARACTER_WIDTH * Math.max(...names.map(name => Array.from(shortName(name)).length))
}
