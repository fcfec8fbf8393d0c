import { planCurves } from '../theme/people/planned-curves.ts'
import { FIRST, readForm } from '../theme/people/questions.ts'

/** The planner of the page on how many people, with the plan of its first question, as a part of a page of Markdown. */
export function plannerBlock(): string {
  const first = Object.assign({}, ...planCurves(readForm(FIRST).options))
  return `<script setup>
import PeoplePlanner from '../../../site/theme/people/PeoplePlanner.vue'
const first = ${JSON.stringify(first)}
</script>

<PeoplePlanner :first="first" />`
}
