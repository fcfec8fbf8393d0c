/** The pages of the site that are written, in the order in which they are best read; a new guide is a line here. */
export interface Page {
  /** A notebook (`.ts`, played when the site is built) or Markdown (`.md`, its blocks run by `npm run test:readme`). */
  readonly source: string
  /** The heading of the menu under which it is listed. */
  readonly group: 'Learn' | 'Do' | 'Know'
  /** What a reader gets from it, in a few words. */
  readonly about: string
}

export const PAGES: readonly Page[] = [
  {
    source: 'site/guides/five-minutes.ts',
    group: 'Learn',
    about: 'Local differential privacy from the beginning, and what each part of the library is worth.',
  },
  {
    source: 'notebooks/first-run.ts',
    group: 'Learn',
    about: 'One collection, from the first answer to the estimate.',
  },
  {
    source: 'notebooks/adaptive-against-srr.ts',
    group: 'Learn',
    about: 'Does adapting pay? Paired differences at the same ε.',
  },
  {
    source: 'notebooks/choosing-epsilon.ts',
    group: 'Learn',
    about: 'Error and interval width against ε and the number of people.',
  },
  {
    source: 'notebooks/where-adaptivity-pays.ts',
    group: 'Learn',
    about: 'Questions that stop, and how many people they take.',
  },
  {
    source: 'notebooks/a-number-in-private.ts',
    group: 'Learn',
    about: 'Real delays of flights: a density with its band, the median, the mean.',
  },
  {
    source: 'notebooks/late-in-private.ts',
    group: 'Learn',
    about: 'Which flights are late: a regression on randomized answers, beside the truth.',
  },
  {
    source: 'notebooks/birds-by-state.ts',
    group: 'Learn',
    about: 'Where birds strike, state by state: pooled groups, beside each alone.',
  },
  {
    source: 'notebooks/strikes-and-damage.ts',
    group: 'Learn',
    about: 'Three questions, one answer about two of them: tables, and what goes with what.',
  },
  {
    source: 'notebooks/planning-a-survey.ts',
    group: 'Learn',
    about: 'A survey is planned, then played, to see whether the plan holds.',
  },
  {
    source: 'notebooks/a-stream-that-changes.ts',
    group: 'Learn',
    about: 'Real reports by date: memories and a change detector.',
  },
  {
    source: 'site/guides/which-method.md',
    group: 'Do',
    about: 'Your K, ε, n and question: a strategy, and the error to expect.',
  },
  {
    source: 'site/guides/how-many-people.md',
    group: 'Do',
    about: 'People, ε or precision, planned before anybody is asked.',
  },
  {
    source: 'site/guides/command-line.md',
    group: 'Do',
    about: 'Estimates from a file of your own, comparisons and sweeps, without writing code.',
  },
  {
    source: 'site/guides/running-a-survey.md',
    group: 'Do',
    about: 'Ask real people: links, a page, a dashboard, and what is promised.',
  },
  {
    source: 'site/guides/a-page-that-asks.md',
    group: 'Do',
    about: 'A web page and a server that ask real people.',
  },
  {
    source: 'site/guides/a-server.md',
    group: 'Do',
    about: 'Routes, a database and upgrades: an estimator in a server that you have.',
  },
  {
    source: 'site/guides/dice-and-coins.md',
    group: 'Do',
    about: 'Survey designs that need no device, with their exact ε.',
  },
  { source: 'site/guides/goals.ts', group: 'Do', about: 'State the question, and stop when it is settled.' },
  {
    source: 'site/guides/numbers.ts',
    group: 'Do',
    about: 'Ages, incomes, delays: densities, quantiles and means.',
  },
  {
    source: 'site/guides/several-questions.md',
    group: 'Do',
    about: 'Tables and association of several questions, at one ε for the whole record.',
  },
  {
    source: 'site/guides/queries.ts',
    group: 'Do',
    about: 'Shares, means, medians, associations and differences, each in one line.',
  },
  {
    source: 'site/guides/groups.md',
    group: 'Do',
    about: 'Who differs from whom: pooled estimates, differences, goals.',
  },
  {
    source: 'site/guides/regression.ts',
    group: 'Do',
    about: 'Who has it, given what is public about people.',
  },
  {
    source: 'site/guides/streams.ts',
    group: 'Do',
    about: 'Intervals at every look, changes, and forgetting.',
  },
  {
    source: 'site/guides/collected-answers.ts',
    group: 'Do',
    about: 'Estimates from answers that somebody else collected.',
  },
  {
    source: 'site/guides/python-and-r.md',
    group: 'Do',
    about: 'Tables in pandas and R, posteriors in ArviZ, streams from Python.',
  },
  {
    source: 'site/guides/what-people-risk.ts',
    group: 'Do',
    about: 'What an answer gives away, and what liars can do.',
  },
  {
    source: 'site/guides/strategies.md',
    group: 'Do',
    about: 'Which strategy, sampler, prior and memory to use.',
  },
  {
    source: 'site/guides/own-methods.md',
    group: 'Do',
    about: 'Mechanisms, utilities and samplers of your own.',
  },
  {
    source: 'site/guides/private-samplers.ts',
    group: 'Do',
    about: 'Private draws from a whole distribution.',
  },
  {
    source: 'site/guides/public-and-private.ts',
    group: 'Do',
    about: 'Means and quantiles of public and private data together.',
  },
  {
    source: 'site/guides/many-machines.md',
    group: 'Do',
    about: 'Sweeps on worker threads and on several machines.',
  },
  {
    source: 'site/guides/papers.md',
    group: 'Know',
    about: 'Where each formula comes from, and where it differs.',
  },
  {
    source: 'site/guides/glossary.md',
    group: 'Know',
    about: 'ε, channel, posterior, R-hat: every term in a sentence or two.',
  },
  { source: 'site/guides/limits.md', group: 'Know', about: 'What is not promised.' },
]
