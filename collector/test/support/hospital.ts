import { readFileSync } from 'node:fs'

/** What draws people. */
interface Source {
  uniform(): number
  integer(n: number): number
}

/** The survey of the example: eight questions of all types, four departments, six goals. */
export const HOSPITAL = JSON.parse(
  readFileSync(new URL('../../example/departments.json', import.meta.url), 'utf8'),
)

export const DEPARTMENTS = HOSPITAL.public.department as readonly string[]

/** Somebody who works in a department. A fifth come by car; the mean stress is 3.5, the mean satisfaction 3.25, the mean way 35 minutes. */
export function employee(department: string, rng: Source) {
  const { questions } = HOSPITAL
  const one = (labels: readonly string[], shares: readonly number[]) => {
    let u = rng.uniform()
    return labels[
      Math.max(
        0,
        shares.findIndex(share => (u -= share) < 0),
      )
    ]
  }
  const quits = { nursing: 0.45, offices: 0.15 }[department] ?? 0.3
  return {
    transport: one(questions.transport.categories, [0.2, 0.25, 0.35, 0.2]),
    shift: one([...questions.shift.categories, 'Prefer not to say'], [0.4, 0.3, 0.2, 0.1]),
    stress: one(questions.stress.ordered, [0.05, 0.15, 0.25, 0.35, 0.2]),
    satisfaction: one(questions.satisfaction.ordered, [0.1, 0.15, 0.3, 0.3, 0.15]),
    commute: 5 + 60 * rng.uniform(),
    overtime: rng.integer(6),
    benefits: questions.benefits.items.filter(
      (_: string, i: number) => rng.uniform() < (i === 0 ? 0.7 : 0.3),
    ),
    quit: one(questions.quit.categories, [1 - quits, quits]),
  }
}
