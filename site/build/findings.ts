import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FINDINGS } from '../findings/all.ts'
import type { Finding } from '../findings/finding.ts'
import type { Menu } from './menu.ts'

/**
 * Writes a page for each finding, and one that lists them.
 *
 * @returns the menu of the findings
 */
export async function writeFindings(folder: string): Promise<Menu> {
  const findings = FINDINGS.map(find => find())
  await mkdir(join(folder, 'findings'), { recursive: true })
  for (const finding of findings) {
    await writeFile(join(folder, 'findings', `${finding.slug}.md`), findingPage(finding))
    for (const table of finding.tables) {
      const file = join(folder, 'public/tables', table)
      await mkdir(dirname(file), { recursive: true })
      await copyFile(join('experiments/results', table), file)
    }
  }
  await writeFile(join(folder, 'findings/index.md'), listOf(findings))
  const items = findings.map(({ slug, short }) => ({ text: short, link: `/findings/${slug}` }))
  return {
    '/findings/': [
      { text: 'What was found', items: [{ text: 'All in one list', link: '/findings/' }, ...items] },
    ],
  }
}

function findingPage({ title, chart, text, means, command, tables }: Finding): string {
  const links = tables.map(table => `[${basename(table)}](/tables/${table})`).join(', ')
  return `---
outline: false
---

<script setup>
import FindingChart from '../../../site/theme/FindingChart.vue'
const chart = ${JSON.stringify(chart)}
</script>

# ${title}

<FindingChart v-bind="chart" />

${oneLine(text)}

## What it means for you

${oneLine(means)}

## How it was made

\`\`\`sh
${command}
\`\`\`

The table behind the chart: ${links}. All tables, with what else they say, are in \`experiments/results/README.md\`.
`
}

function listOf(findings: readonly Finding[]): string {
  const items = findings.map(({ slug, title }, i) => `${i + 1}. [${title}.](/findings/${slug})`)
  return `---
outline: false
---

# What was found

Each line is a finding, with a chart that can be filtered, the command that makes it, and what it means for a collection of your own. All numbers are
computed from the tables of the experiments when the site is built.

${items.join('\n')}
`
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')
