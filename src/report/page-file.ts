import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Failure } from '../data/failure.ts'
import type { PageData } from './page/data.ts'

/** Where data go in the page. */
const [BEGIN, END] = ['<script type="application/json" id="data">', '</script>']

/**
 * Reads the page without data that `npm run build` makes.
 *
 * @param file default where it is made
 * @throws Failure if it is not there
 */
export async function readTemplate(file: string | URL = builtPage()): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { message } = error as Error
    throw new Failure(`expected the page that npm run build makes in the package: run it once (${message})`)
  }
}

/** Puts data into a page: one HTML document, which needs nothing else. */
export function fillPage(template: string, data: PageData): string {
  // Without it nothing in a text can end the script, or begin a comment.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return template.replace(BEGIN + END, () => BEGIN + json + END)
}

function builtPage(): URL {
  // By the package's own name, which is right from the sources and from the build alike.
  const { resolve } = createRequire(import.meta.url)
  return new URL('dist/page.html', pathToFileURL(resolve('adobest/package.json')))
}
