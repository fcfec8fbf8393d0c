import { exp } from '../../src/elementary/exp.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { drawIndex } from '../../src/random/categorical.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'

/** Answers of people with an age, a sex, a region and a private category whose log odds depend on these. */
export function survey(
  mechanism: Mechanism,
  people: number,
  { seed = 1, age = 0.05, male = -0.8, regions = 1, spread = 0, wave = 1 } = {},
) {
  const rng = stream(seed, 'survey')
  const effects = Array.from({ length: regions }, () => spread * drawNormal(rng))
  return Array.from({ length: people }, () => {
    const years = 20 + wave * rng.integer(Math.ceil(40 / wave))
    const isMale = rng.uniform() < 0.5
    const region = rng.integer(regions)
    const eta = -2 + age * years + male * Number(isMale) + effects[region]
    const law = Array.from({ length: mechanism.categories }, (_, k) => exp(k === 0 ? 0 : eta / k))
    return {
      age: years,
      sex: isMale ? 'male' : 'female',
      region: `r${region}`,
      response: mechanism.respond(drawIndex(rng, law), rng),
    }
  })
}
