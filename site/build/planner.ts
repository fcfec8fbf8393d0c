import { kept, stateOf } from '../../notebooks/render/kept.ts'
import { planCurves } from '../theme/people/planned-curves.ts'
import { FIRST, readForm } from '../theme/people/questions.ts'

/** The planner of the page on numbers of people, with the plan of its first question, as a part of a page of Markdown. */
export async function plannerBlock(): Promise<string> {
  const from = [await stateOf('src'), await stateOf('site/theme/people')]
  const first = await kept('planner', from, () => Object.assign({}, ...planCurves(readForm(FIRST).options)))
  return `<script setup>
import PeoplePlanner from '../../../site/theme/people/PeoplePlanner.vue'
const first = ${JSON.stringify(first)}
</script>

<PeoplePlanner :first="first" />`
}
