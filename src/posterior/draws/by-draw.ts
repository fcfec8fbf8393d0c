/** A value of each draw as ArviZ lays it out: chain by chain, then draw by draw. Draws count from 0 over all chains. */
export function byDraw<T>(chains: number, draws: number, value: (draw: number) => T): T[][] {
  return Array.from({ length: chains }, (_, chain) =>
    Array.from({ length: draws }, (__, draw) => value(chain * draws + draw)),
  )
}
