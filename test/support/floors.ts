/** A folder below `src` or several of one floor, and what they contain. */
interface Rooms {
  readonly folders: readonly string[]
  readonly about: string
}

/**
 * The floors of `src`, from the lowest to the highest. Files import from their own folder and from lower floors, and from a folder
 * beside theirs only along `SIDEWAYS`. The tests of the house, the table in CONTRIBUTING.md and the reading order in README.md are all
 * made from this list.
 */
export const FLOORS: readonly (readonly Rooms[])[] = [
  [{ folders: ['elementary'], about: '`exp`, `log` and the like, with the same results in every engine' }],
  [
    {
      folders: ['special'],
      about: 'the normal law, its quantiles, Student’s tail, the gamma function, binomial coefficients',
    },
    { folders: ['check', 'arrays'], about: 'checks of arguments; growable arrays, order statistics' },
    {
      folders: ['random', 'simplex'],
      about: 'named streams and exact draws; probability vectors and divergences',
    },
  ],
  [
    {
      folders: ['mechanism', 'rrrr'],
      about:
        'what every mechanism is: a response is a _likelihood column_ with few levels; SRR, subset selection, unary encoding (OUE), ' +
        'Hadamard response, local hashing, block designs, public prior, RRRR; audits',
    },
  ],
  [
    {
      folders: ['domain'],
      about:
        'what people may hold: questions, their cells, labels and values, and partitions that respect order',
    },
  ],
  [
    {
      folders: ['query'],
      about: 'what one wants to know: one language of queries and goals, and the value of a query at a law',
    },
  ],
  [
    {
      folders: ['utility'],
      about: 'the six utilities, each as its definition and as a scan over all subset sizes',
    },
    {
      folders: ['posterior'],
      about: 'the tally of distinct columns, the samplers, one a file, and their diagnostics',
    },
    {
      folders: ['sequence', 'risk'],
      about:
        'unbiased scores, intervals at every look, changes; what an answer risks, memoized answers, liars: robust intervals and signs ' +
        'of them',
    },
    {
      folders: ['design'],
      about: 'what `auto` chooses by: candidate channels, their information, the distance to be expected',
    },
    {
      folders: ['private-sampling', 'pooling'],
      about: 'private samplers of whole distributions; public and private data together',
    },
  ],
  [
    {
      folders: ['catalogue'],
      about:
        'which kinds names stand for; what needs to know all kinds: rebuilding a request, sampling a posterior, a risk report',
    },
  ],
  [
    {
      folders: ['loop'],
      about:
        'strategies, the engine (Algorithm 2) and what follows its answers, the estimator (server), the respondent (user)',
    },
    { folders: ['regression'], about: 'regression of the private value on public covariates' },
  ],
  [
    { folders: ['simulation'], about: 'people, truths that move, runs' },
    { folders: ['planning'], about: 'how many people a collection needs, before anybody is asked' },
    {
      folders: ['survey'],
      about:
        'the one description of a survey, `survey.json`, read and checked: what its collection is made from',
    },
  ],
  [
    {
      folders: ['contract'],
      about: 'the rules by which every kind is tested, user-defined kinds included',
    },
    { folders: ['data', 'sweep', 'report'], about: 'files in and out, grids of runs, tables and plots' },
  ],
  [{ folders: ['cli'], about: 'one file per command' }],
]

/** Within a floor, from folder to folder. */
export const SIDEWAYS: readonly string[] = [
  'simplex → check',
  'random → check',
  'random → simplex',
  'rrrr → mechanism',
  'report → data',
  'sweep → data',
  'report → sweep',
  'risk → sequence',
  'design → risk',
  'regression → loop',
]

/** The table of CONTRIBUTING.md, without padding. */
export function tableOfFloors(): string[] {
  const row = (floor: number) => (rooms: Rooms) =>
    `| ${floor} | ${rooms.folders.map(name => `\`src/${name}\``).join(', ')} | ${rooms.about} |`
  return FLOORS.flatMap((rooms, floor) => rooms.map(row(floor)))
}

/** The folders in the order in which a reader meets them in README.md. */
export function readingOrder(): string {
  return FLOORS.flat()
    .flatMap(({ folders }) => folders.map(name => `\`${name}\``))
    .join(', ')
}
