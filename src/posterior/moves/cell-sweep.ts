import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import type { Rng } from '../../random/rng.ts'
import { DenseLikelihood } from '../likelihood/dense-likelihood.ts'
import type { Lumped } from '../likelihood/lump.ts'
import { drawCellConcentration } from './cell-concentration.ts'
import { createCoordinateSweep, type Place } from './coordinate-sweep.ts'
import { softmax } from './softmax-target.ts'
import { firstWidths } from './sweep-tuning.ts'

/**
 * A sweep over cells, which are sets of categories that no answer distinguishes:
 *
 *     masses of the cells | ρ, answers:  `createCoordinateSweep`, a cell of m categories having the parameter mρ
 *     ρ | masses:                        slice sampling (only with a learnt prior)
 *     shares within a cell | ρ:          Dirichlet(ρ), as the answers say nothing of them
 *
 * The first two leave the marginal law of masses and ρ invariant, so that the whole sweep is exact; and the shares within the cells hold
 * neither ρ nor the masses in place.
 *
 * @param rho the Dirichlet parameters of the categories; if the concentration is learnt, the sweep fills them with it
 */
export function createCellSweep({ tally, cellOf, sizes }: Lumped, rho: Float64Array) {
  const G = sizes.length
  const members = Array.from(sizes, (_, cell) => [...cellOf.keys()].filter(x => cellOf[x] === cell))
  const cellRho = new Float64Array(G)
  const sweep = createCoordinateSweep(new DenseLikelihood(tally), cellRho)
  const { logPhi } = sweep
  const all = Int32Array.from(sizes.keys())
  const widths = firstWidths(G)
  const cells = new Float64Array(G)
  const shares = members.map(({ length }) => new Float64Array(length))
  const parameters = members.map(({ length }) => new Float64Array(length))
  /** Moves the chain's state. */
  return (rng: Rng, place: Pick<Place, 'logTheta' | 'concentration'>): void => {
    const { logTheta } = place
    if (place.concentration !== null) rho.fill(place.concentration)
    for (let cell = 0; cell < G; cell++) {
      cellRho[cell] = 0
      cells[cell] = -Infinity
      for (const x of members[cell]) {
        cellRho[cell] += rho[x]
        cells[cell] = Math.max(cells[cell], logTheta[x])
      }
      let sum = 0
      for (const x of members[cell]) sum += exp(logTheta[x] - cells[cell])
      cells[cell] += log(sum)
    }
    sweep.start({ logTheta: Array.from(cells), concentration: null })
    sweep.moveCategories(rng, widths, null, all)
    const cellScale = softmax(logPhi, cells)
    if (place.concentration !== null) {
      place.concentration = drawCellConcentration(rng, place.concentration, logPhi, cellScale, sizes)
      rho.fill(place.concentration)
    }
    for (let cell = 0; cell < G; cell++) {
      const inCell = members[cell]
      for (let i = 0; i < inCell.length; i++) parameters[cell][i] = rho[inCell[i]]
      drawLogDirichlet(rng, parameters[cell], shares[cell])
      for (let i = 0; i < inCell.length; i++) {
        logTheta[inCell[i]] = logPhi[cell] - cellScale + shares[cell][i]
      }
    }
  }
}
