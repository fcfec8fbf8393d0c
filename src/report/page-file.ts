import { readFile } from 'node:fs/promises'
import { Failure } from '../data/failure.ts'
import type { PageData } from './page/data.ts'
import { readPageData } from './page-data.ts'

/** The page that `npm run build` makes. The path is the same from the sources and from the build, whose folders are as deep. */
const BUILT = new URL('../../dist/page.html', import.meta.url)

/** The data go between these two. */
const [BEGIN, END] = ['<script type="application/json" id="data">', '</script>']

/** The page of a sweep. */
export interface SweepPage {
  /** The page: one HTML document, which needs no other file. */
  readonly html: string
  /** How many runs are stored. */
  readonly runs: number
  /** How many runs the plan has. */
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
 * Reads the page without data that `npm run build` makes.
 *
 * @param file default: where the build puts it
 * @throws Failure if it cannot be read
 */
export async function readTemplate(file: string | URL = BUILT): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { message } = error as Error
    throw new Failure(`expected the page that npm run build makes; run it once (${message})`)
  }
}

/** Puts data into a page: one HTML document, which needs no other file. */
export function fillPage(template: string, data: PageData): string {
  // Without a "<", no text in the data can end the script or begin a comment.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return template.replace(BEGIN + END, () => BEGIN + json + END)
}
