import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Guide } from './guides.ts'

/** Writes the gallery: every guide and notebook, those with pictures first, with their first picture as the thumbnail. */
export async function writeGallery(guides: readonly Guide[], folder: string): Promise<void> {
  const shown = guides.filter(({ picture }) => picture !== undefined)
  const others = guides.filter(({ picture }) => picture === undefined)
  const cards = shown.map(
    ({ title, link, about, picture }) =>
      `<a class="card" href="${link.slice(1)}.html"><span class="thumbnail" aria-hidden="true">${thumbnail(picture ?? '', link)}</span><strong>${title}</strong><span>${about}</span></a>`,
  )
  const list = others.map(({ title, link, about }) => `- [${title}](${link}): ${about}`)
  await writeFile(
    join(folder, 'gallery.md'),
    `---
aside: false
---

# Gallery

Every picture here was drawn by the code on the page behind it, when this site was built.

<div class="gallery" v-pre>${cards.join('')}</div>

## Without a picture

${list.join('\n')}
`,
  )
}

/** The drawing without its name, because the card has one. It is as wide as a card, so that its labels are legible. */
function thumbnail(figure: string, link: string): string {
  const drawing = /<svg.*?<\/svg>/s.exec(figure)?.[0] ?? ''
  return (
    drawing
      .replace(/ (role|aria-label|aria-description)="[^"]*"/g, '')
      // References inside a drawing must not lead to another card's drawing.
      .replace(/( id="|url\(#)/g, `$1${link.split('/').at(-1)}-`)
  )
}
