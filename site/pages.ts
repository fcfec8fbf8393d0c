/** The written pages of the site, in reading order. A new guide is a line here. */
export interface Page {
  /** A notebook (`.ts`, played when the site is built) or Markdown (`.md`, its blocks run by `npm run test:readme`). */
  readonly source: string
  /** Its purpose, the heading of the menu under which it is listed: to learn, to do a task, to look up, to understand. */
  readonly group: 'Tutorials' | 'How-to guides' | 'Reference' | 'Explanation'
  /** Its benefit to readers, in a few words. */
  readonly about: string
}

export const PAGES: readonly Page[] = [
  {
    source: 'site/guides/five-minutes.ts',
    group: 'Tutorials',
    about: 'Local differential privacy from the beginning, and what each part of the library is worth.',
  },
  {
    source: 'notebooks/first-run.ts',
    group: 'Tutorials',
    about: 'One collection, from the first answer to the estimate.',
  },
  {
    source: 'notebooks/planning-a-survey.ts',
    group: 'Tutorials',
    about: 'A survey is planned, then played, to see whether the plan holds.',
  },
  {
    source: 'notebooks/a-number-in-private.ts',
    group: 'Tutorials',
    about: 'Real delays of flights: a density with its band, the median, the mean.',
  },
  {
    source: 'notebooks/birds-by-state.ts',
    group: 'Tutorials',
    about: 'Where birds strike, state by state: pooled groups, beside each alone.',
  },
  {
    source: 'notebooks/a-survey-by-region.ts',
    group: 'Tutorials',
    about: 'Incomes on a scale of ten brackets, by region: pooled, and weighted as the census counts.',
  },
  {
    source: 'notebooks/strikes-and-damage.ts',
    group: 'Tutorials',
    about: 'Three questions, one answer about two of them: tables, and what goes with what.',
  },
  {
    source: 'notebooks/late-in-private.ts',
    group: 'Tutorials',
    about: 'Which flights are late: a regression on randomized answers, beside the truth.',
  },
  {
    source: 'notebooks/a-stream-that-changes.ts',
    group: 'Tutorials',
    about: 'Real reports by date: memories and a change detector.',
  },
  {
    source: 'site/guides/which-method.md',
    group: 'How-to guides',
    about: 'Your K, ε, n and question: a strategy, and the error to expect.',
  },
  {
    source: 'site/guides/how-many-people.md',
    group: 'How-to guides',
    about: 'People, ε or precision, planned before anybody is asked.',
  },
  {
    source: 'site/guides/running-a-survey.md',
    group: 'How-to guides',
    about: 'Ask real people: links, a page, a dashboard, and what is promised.',
  },
  {
    source: 'site/guides/a-survey-of-several-questions.md',
    group: 'How-to guides',
    about: 'One file for questions of all types, groups and goals: planned, simulated, collected, decoded.',
  },
  {
    source: 'site/guides/dice-and-coins.md',
    group: 'How-to guides',
    about: 'Survey designs that need no device, with their exact ε.',
  },
  {
    source: 'site/guides/collected-answers.ts',
    group: 'How-to guides',
    about: 'Estimates from answers that somebody else collected.',
  },
  {
    source: 'site/guides/numbers.ts',
    group: 'How-to guides',
    about: 'Ages, incomes, delays: densities, quantiles and means.',
  },
  {
    source: 'site/guides/groups.md',
    group: 'How-to guides',
    about: 'Who differs from whom: pooled estimates, differences, goals.',
  },
  {
    source: 'site/guides/several-questions.md',
    group: 'How-to guides',
    about: 'Tables and association of several questions, at one ε for the whole record.',
  },
  {
    source: 'site/guides/goals.ts',
    group: 'How-to guides',
    about: 'State the question, and stop when it is settled.',
  },
  {
    source: 'site/guides/regression.ts',
    group: 'How-to guides',
    about: 'Who has it, given what is public about people.',
  },
  {
    source: 'site/guides/streams.ts',
    group: 'How-to guides',
    about: 'Intervals at every look, changes, and forgetting.',
  },
  {
    source: 'site/guides/in-python.md',
    group: 'How-to guides',
    about: 'The commands as functions of Python: data frames in, tidy tables out.',
  },
  {
    source: 'site/guides/in-r.md',
    group: 'How-to guides',
    about: 'The commands as functions of R, with the methods of glm.',
  },
  {
    source: 'site/guides/a-page-that-asks.md',
    group: 'How-to guides',
    about: 'A web page and a server that ask real people.',
  },
  {
    source: 'site/guides/a-server.md',
    group: 'How-to guides',
    about: 'Routes, a database and upgrades: an estimator in a server that you have.',
  },
  {
    source: 'site/guides/many-machines.md',
    group: 'How-to guides',
    about: 'Sweeps on worker threads and on several machines.',
  },
  {
    source: 'site/guides/own-methods.md',
    group: 'How-to guides',
    about: 'Mechanisms, utilities and samplers of your own.',
  },
  {
    source: 'site/guides/private-samplers.ts',
    group: 'How-to guides',
    about: 'Private draws from a whole distribution.',
  },
  {
    source: 'site/guides/public-and-private.ts',
    group: 'How-to guides',
    about: 'Means and quantiles of public and private data together.',
  },
  {
    source: 'site/guides/from-1-to-2.md',
    group: 'How-to guides',
    about: 'What a program of version 1.0 changes to run with 2.0.',
  },
  {
    source: 'site/guides/command-line.md',
    group: 'Reference',
    about: 'Estimates from a file of your own, comparisons and sweeps, without writing code.',
  },
  {
    source: 'site/guides/queries.ts',
    group: 'Reference',
    about: 'Shares, means, medians, associations and differences, each in one line.',
  },
  {
    source: 'site/guides/strategies.md',
    group: 'Reference',
    about: 'Which strategy, sampler, prior and memory to use.',
  },
  {
    source: 'site/guides/glossary.md',
    group: 'Reference',
    about: 'ε, channel, posterior, R-hat: every term in a sentence or two.',
  },
  {
    source: 'site/guides/papers.md',
    group: 'Reference',
    about: 'Where each formula comes from, and where it differs.',
  },
  {
    source: 'site/guides/what-people-risk.ts',
    group: 'Explanation',
    about: 'What an answer gives away, and what liars can do.',
  },
  {
    source: 'site/guides/limits.md',
    group: 'Explanation',
    about: 'What is not promised.',
  },
  {
    source: 'notebooks/choosing-epsilon.ts',
    group: 'Explanation',
    about: 'Error and interval width against ε and the number of people.',
  },
  {
    source: 'notebooks/adaptive-against-srr.ts',
    group: 'Explanation',
    about: 'Does adapting pay? Paired differences at the same ε.',
  },
  {
    source: 'notebooks/where-adaptivity-pays.ts',
    group: 'Explanation',
    about: 'Questions that stop, and how many people they take.',
  },
]
