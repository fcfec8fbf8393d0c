/** What a command that could protect somebody says where its noise hangs on a seed. */
export function simulated(seed: string | number): string {
  return (
    `This is a simulation and protects nobody: whoever knows the seed, ${JSON.stringify(seed)}, can take the noise out ` +
    'again. Leave --seed out for what is to be published.'
  )
}
