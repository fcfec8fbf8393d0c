import { readFile } from 'node:fs/promises'
import { Failure } from '../data/failure.ts'
import type { PageData } from './page/data.ts'
import { readPageData } from './page-data.ts'

/** The page from `npm run build`. The relative path is the same from the sources and from the build. */
const BUILT = new URL('../../dist/page.html', import.meta.url)

/** The text before and after the data. */
const [BEGIN, END] = ['<script type="application/json" id="data">', '</script>']

/** The page of a sweep. */
export interface SweepPage {
  /** The page, a self-contained HTML document. */
  readonly html: string
  /** Number of stored runs. */
  readonly runs: number
  /** Number of runs of the plan. */
  readonly planned: number
  /** Warnings about parts and rows that were left out, one line each. */
  readonly warnings: readonly string[]
}

/**
 * Makes a page about the results of a sweep, finished or not: tables, charts, single runs answer by answer, exact privacy
 * levels.
 *
 * @throws InputError if the folder is not that of a sweep
 * @example
 * const { html } = await sweepPage('out/paper-grid')
 */
export async function sweepPage(folder: string): Promise<SweepPage> {
  const template = await readTemplate()
  const data = await readPageData(folder)
  const { runs, planned, warnings } = data
  return { html: fillPage(template, data), runs, planned, warnings }
}

/**
 * Reads the page without data, as `npm run build` makes it.
 *
 * @param file default: the file of the build
 * @throws Failure if the file cannot be read
 */
export async function readTemplate(file: string | URL = BUILT): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { message } = error as Error
    throw new Failure(`expected the page that npm run build makes; run it once (${message})`)
  }
}

/** Puts data into a page. Returns a self-contained HTML document. */
export function fillPage(template: string, data: PageData): string {
  // Escapes "<", so that no text in the data can end the script or begin a comment.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return template.replace(BEGIN + END, () => BEGIN + json + END)
}
