/** The pages of the site beside the reference, in the order in which they are best read; a new guide is a line here. */
export interface Page {
  /** A notebook (`.ts`, played when the site is built) or Markdown (`.md`, its blocks run by `npm run test:readme`). */
  readonly source: string
  /** Under which heading of the menu it stands. */
  readonly group: 'Learn' | 'Guides' | 'Background'
}

export const PAGES: readonly Page[] = [
  { source: 'site/guides/five-minutes.ts', group: 'Learn' },
  { source: 'notebooks/first-run.ts', group: 'Learn' },
  { source: 'notebooks/adaptive-against-srr.ts', group: 'Learn' },
  { source: 'notebooks/choosing-epsilon.ts', group: 'Learn' },
]
