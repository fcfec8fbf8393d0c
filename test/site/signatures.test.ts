import { expect, test } from 'vitest'
import { nameSignatures } from '../../site/build/signatures.ts'

const way = (takes: string, gives: string) => `## Call Signature

\`\`\`ts
function play(options): ${gives};
\`\`\`

Defined in: [src/play.ts:1](/sources/src/play.ts.html#L1)

Plays.

### Parameters

| Parameter | Type |
| ------ | ------ |
| \`options\` | ${takes} |

### Returns

[\`${gives}\`](../interfaces/${gives}.md)

### Throws

RangeError

`
const page = `# play()\n\n${way('[`Numbers`](../interfaces/Numbers.md)', 'Range')}${way(
  '\\| [`Plain`](Plain.md) \\| [`Named`](Named.md)\\<[`Plain`](Plain.md)\\>',
  'Plays',
)}`

test('the ways to call a function are headed by what they take and give, and say once what they share', () => {
  const named = nameSignatures(page)
  expect(named.match(/^## .*$/gm)).toEqual(['## Numbers → Range', '## Plain → Plays'])
  expect(named.match(/^Plays\.$/gm)).toHaveLength(1)
  expect(named.match(/^### .*$/gm)).toEqual(
    ['Parameters', 'Returns', 'Throws', 'Parameters', 'Returns'].map(name => `### ${name}`),
  )
})

test('a page with one way to call its function is left as it is', () => {
  const one = '# play()\n\n```ts\nfunction play(): void;\n```\n'
  expect(nameSignatures(one)).toBe(one)
})
