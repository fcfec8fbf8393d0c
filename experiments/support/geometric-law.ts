/** Probabilities that fall by the same ratio from each category to the next: `θ_i / θ_{i+1} = ratio`. */
export function geometricLaw(categories: number, ratio: number): Float64Array {
  const weights = Float64Array.from({ length: categories }, (_, i) => ratio ** -i)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map(weight => weight / total)
}
