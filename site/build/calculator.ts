import type { Measured, Question, Settled } from '../theme/method/advice.ts'
import { readTable } from './table.ts'

/** Tables of strategies on truths of the same laws, under exact posteriors. For a setting in several tables, the last one counts. */
const TABLES = ['sizes', 'large', 'many-categories', 'thousand', 'frontier', 'all'].map(
  name => `frontier/${name}.csv`,
)
const STRATEGIES = ['srr', 'subset-selection', 'block-design', 'auto']

/** The calculator of the page on methods, with its measurements, as a part of a page of Markdown. */
export function calculatorBlock(): string {
  return `<script setup>
import MethodCalculator from '../../../site/theme/method/MethodCalculator.vue'
const measured = ${JSON.stringify(measuredErrors())}
const settled = ${JSON.stringify(settledQuestions())}
</script>

<MethodCalculator :measured="measured" :settled="settled" />`
}

function measuredErrors(): Measured[] {
  const found = new Map<string, Measured>()
  for (const row of TABLES.flatMap(readTable)) {
    const [, rho] = /^dirichlet:(.*)$/.exec(row.truthName) ?? []
    if (rho === undefined || !STRATEGIES.includes(row.strategy)) continue
    const { categories, users, epsilon, strategy } = row
    found.set([rho, categories, users, epsilon, strategy].join(), {
      categories: Number(categories),
      users: Number(users),
      epsilon: Number(epsilon),
      rho: Number(rho),
      strategy,
      runs: Number(row.runs),
      error: Number(row.totalVariation),
      standardError: Number(row.error),
    })
  }
  return [...found.values()]
}

function settledQuestions(): Settled[] {
  return readTable('goals/people.csv').map(row => ({
    question: row.goal as Question,
    truth: row.truth.replace(/dirichlet:(.*)/, 'Dirichlet($1)'),
    categories: Number(row.K),
    epsilon: Number(row.epsilon),
    auto: Number(row['people auto']),
    ...(row['people subset-selection'] !== '' && { sets: Number(row['people subset-selection']) }),
  }))
}
