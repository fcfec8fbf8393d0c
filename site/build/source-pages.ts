import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { escapeHtml, highlight } from '../../notebooks/render/highlight.ts'

/**
 * Writes a page for every source of the library, so that the reference can link to the line that defines a name, under any address of the
 * site.
 *
 * @param out folder of the pages; the page of `src/a/b.ts` is `src/a/b.ts.html`
 */
export async function writeSourcePages(root: string, out: string): Promise<void> {
  const names = await readdir(join(root, 'src'), { recursive: true })
  for (const name of names.filter(name => name.endsWith('.ts'))) {
    const path = join('src', name)
    const file = join(out, `${path}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, sourcePage(path, await readFile(join(root, path), 'utf8')))
  }
}

function sourcePage(path: string, code: string): string {
  const name = escapeHtml(path)
  // Links are relative, so that they work under any address.
  const up = '../'.repeat(path.split('/').length - 1)
  const lines = highlight(code.trimEnd(), 'ts')
    .split('\n')
    .map((line, i) => `<span class="line" id="L${i + 1}">${line}</span>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} – adobest</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}sources.css">
</head>
<body>
<header><a href="${up}../index.html">adobest</a></header>
<main>
<h1>${name}</h1>
<pre tabindex="0"><code>${lines.join('\n')}</code></pre>
</main>
</body>
</html>
`
}
