/** The warning of a command whose noise follows from a seed, so that it protects nobody. */
export function simulated(seed: string | number): string {
  return (
    `This is a simulation and protects nobody: whoever knows the seed, ${JSON.stringify(seed)}, can take the noise out ` +
    'again. Leave --seed out for what is to be published.'
  )
}
