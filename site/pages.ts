/** The pages of the site beside the reference, in the order in which they are best read; a new guide is a line here. */
export interface Page {
  /** A notebook (`.ts`, played when the site is built) or Markdown (`.md`, its blocks run by `npm run test:readme`). */
  readonly source: string
  /** The heading of the menu under which it is listed. */
  readonly group: 'Learn' | 'Guides' | 'Background'
}

export const PAGES: readonly Page[] = [
  { source: 'site/guides/five-minutes.ts', group: 'Learn' },
  { source: 'notebooks/first-run.ts', group: 'Learn' },
  { source: 'notebooks/adaptive-against-srr.ts', group: 'Learn' },
  { source: 'notebooks/choosing-epsilon.ts', group: 'Learn' },
  { source: 'notebooks/where-adaptivity-pays.ts', group: 'Learn' },
  { source: 'notebooks/a-stream-that-changes.ts', group: 'Learn' },
  { source: 'site/guides/strategies.md', group: 'Guides' },
  { source: 'site/guides/a-page-that-asks.md', group: 'Guides' },
  { source: 'site/guides/own-methods.md', group: 'Guides' },
  { source: 'site/guides/collected-answers.ts', group: 'Guides' },
  { source: 'site/guides/streams.ts', group: 'Guides' },
  { source: 'site/guides/goals.ts', group: 'Guides' },
  { source: 'site/guides/what-people-risk.ts', group: 'Guides' },
  { source: 'site/guides/private-samplers.ts', group: 'Guides' },
  { source: 'site/guides/public-and-private.ts', group: 'Guides' },
  { source: 'site/guides/command-line.md', group: 'Guides' },
  { source: 'site/guides/many-machines.md', group: 'Guides' },
  { source: 'site/guides/papers.md', group: 'Background' },
  { source: 'site/guides/findings.md', group: 'Background' },
  { source: 'site/guides/limits.md', group: 'Background' },
]
