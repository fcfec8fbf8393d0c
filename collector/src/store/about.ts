/** The questions of a request; empty for a single question. */
export function aboutOf(body: string): readonly string[] {
  return (JSON.parse(body) as { about?: readonly string[] }).about ?? []
}
