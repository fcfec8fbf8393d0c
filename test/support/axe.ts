import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with a page as it stands, each with the first element that it is wrong with. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    interface Result {
      readonly violations: readonly { id: string; help: string; nodes: readonly { html: string }[] }[]
    }
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Result> } }
    const { violations } = await axe.run({ preload: false })
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}`)
  })
}
