import type { Page } from 'playwright-core'
import type { Survey } from '../../src/survey/survey.ts'

/** Fills in the collector's page for a person with these values. */
export async function fillIn(
  page: Page,
  { questions }: Survey,
  person: Readonly<Record<string, number | string | readonly string[]>>,
): Promise<void> {
  for (const [name, { text }] of Object.entries(questions)) {
    const number = page.getByLabel(text, { exact: true })
    if ((await number.count()) > 0 && (await number.first().getAttribute('type')) === 'text') {
      await number.fill(String(person[name]))
      continue
    }
    const fieldset = page.getByRole('group', { name: text })
    if ((await fieldset.count()) === 0) continue
    for (const value of [person[name]].flat()) {
      const box = fieldset.getByLabel(String(value), { exact: true })
      // Requests may be about only some of the items.
      if ((await box.count()) > 0) await box.check()
    }
  }
}
