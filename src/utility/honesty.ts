import { categoryMatrix, type UtilityKind } from './utility.ts'

/**
 * The probability of a truthful answer, `Pr(Y = X) = Σ_x G[x,x] θ_x`; of RRRR, `a·s + a·c·(1−s)` with `s = θ(S)`.
 *
 * @see Aydın, Yıldırım (2024), utility U6
 */
export const honesty = {
  name: 'honesty',
  says: 'RRRR on the subset for which the most answers are true',
  evaluate(theta, mechanism) {
    const matrix = categoryMatrix('honesty', mechanism)
    return theta.reduce((total, mass, x) => total + matrix[x][x] * mass, 0)
  },
  scan({ mass, restMass }, levels, values) {
    for (let k = 0; k < levels.length; k++) {
      const { a, ac } = levels[k]
      values[k] = a * mass[k] + ac * restMass[k]
    }
  },
} as const satisfies UtilityKind
