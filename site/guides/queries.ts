// %% [markdown]
// # Queries
//
// What do you want to know: a share, a mean, a median, how two questions go together, how two groups differ? A **query** says it in one line. Every
// estimate answers queries, `belief.of('median(income | region = north)')`, and so do the commands `estimate`, `decode` and `regress`, with `--show`.
//
// | query | what it is |
// |---|---|
// | `share(job = Sales)` | the share of people who hold this; `job in {Sales, Ops}` for one of several |
// | `share(income >= 50000)` | the share on one side of a value; also `>`, `<=` and `<`, and a step of a scale by its label |
// | `share(uses: phone)` | the share of people to whom an item applies |
// | `share(job = Sales, sex = f)` | the share of people of whom both are true |
// | `mean(income)`, `median(income)`, `quantile(income, .9)` | of a number, a whole number or a scale |
// | `association(sex, job)` | Cramér's V, from 0 at independence to 1 |
// | `correlation(mood, income)` | Pearson's, of the values of two numbers or scales |
// | `… \| region = north` | among the people of a public group |
// | `… \| sex = f` | among those of whom something private is true: the two questions then have to be asked together |
// | `… - …` | the difference of two queries in the same unit |
//
// With a single question its name may be left out: `share(Sales)`, `share(>= 50000)`, `median`, `mean(| region = north)`. Words are labels; any other label stands
// in quotes, `"never married"`, and a name that is not a word in backticks.
//
// ## Of an estimate
//
// Two thousand people of two regions are asked about two of four questions each.

// %%
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseQuery, type SeededRng, simulate } from 'adobest'

const questions = {
  job: ['Sales', 'Ops', 'never worked'],
  sex: ['f', 'm'],
  mood: { ordered: ['low', 'fair', 'high'] },
  income: { from: 0, to: 80_000, bins: 8 },
}
const by = { region: ['north', 'south'] }
const inRegion = (pay: number) => (rng: SeededRng) => {
  const sex = rng.integer(2)
  const income = pay * (1 + sex / 4) * (0.5 + rng.uniform())
  return { job: rng.integer(3), sex, mood: income > 35_000 ? 3 : 1 + rng.integer(3), income }
}
const { runs } = simulate({
  questions,
  by,
  truth: [inRegion(40_000), inRegion(30_000)],
  users: 2000,
  strategies: ['auto'],
  epsilon: 5,
  draws: 100,
  seed: 1,
})
const belief = runs[0].posterior
const answer = (query: string) => {
  const { mean, interval } = belief.of(query)
  const [lower, upper] = interval(0.95)
  return { query, mean, lower, upper }
}
console.table(
  [
    'share(job = Sales)',
    'share(job in {Sales, "never worked"})',
    'share(mood >= fair)',
    'share(income >= 50000)',
    'share(job = Sales, sex = f)',
    'mean(mood)',
    'median(income)',
    'quantile(income, .9)',
    'association(sex, job)',
    'correlation(mood, income)',
    'median(income | region = north) - median(income | region = south)',
    'share(mood = high | sex = m) - share(mood = high | sex = f)',
    'mean(income | region = south, sex = f)',
  ].map(answer),
)

// %% [markdown]
// An answer is a `Scalar`: its mean, its standard deviation, its quantiles and intervals, from the value of the query at every draw of the posterior. Within a bin of numbers
// its mass is spread evenly; means are of the bins' midpoints, the values of whole numbers, and the scores of steps.
//
// A query about no group in particular is about all people. Groups then weigh as many as have answered, or by shares that are known, such as those of a census.

// %%
for (const shares of [undefined, { north: 0.2, south: 0.8 }]) {
  const { mean, sd } = belief.of('mean(income)', shares)
  console.log(shares, 'mean income', Math.round(mean), '±', Math.round(sd))
}

// %% [markdown]
// ## What cannot be read
//
// A wrong query is refused in a sentence that says where. `parseQuery` reads one without an estimate; its text is then the canonical one.

// %%
console.log(String(parseQuery('share( mood>=fair|sex in{ "f" } )', { questions, by })))
for (const wrong of [
  'mean(incme)',
  'share(job = Sale)',
  'median(job)',
  'share(region = north)',
  'share(income = 5)',
]) {
  try {
    parseQuery(wrong, { questions, by })
  } catch (error) {
    console.log((error as Error).message)
  }
}

// %% [markdown]
// ## At the command line
//
// `--show` may be given several times. Queries use the names of columns, their values, and the column of `--by`. They are read before anything is drawn, and a wrong one
// ends the command with status 2. Put a query into single quotes, so that the shell leaves its own quotes and its `|` alone.

// %%
const file = fileURLToPath(new URL('../data/birdstrikes.csv', import.meta.resolve('vega-datasets')))
const adobest = (...args: string[]) => {
  const main = fileURLToPath(new URL('cli/main.mjs', import.meta.resolve('adobest')))
  return execFileSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}
const speed = [
  ...['--column', 'Speed IAS in knots', '--from', '0', '--to', '400', '--bins', '20'],
  ...['--by', 'Time of day', '--epsilon', '4', '--draws', '100'],
]
console.log(
  adobest(
    ...['estimate', file, ...speed],
    ...['--show', 'median', '--show', 'share(>= 200 | `Time of day` = Night)'],
    ...['--show', 'mean(| `Time of day` = Day) - mean(| `Time of day` = Night)'],
  ),
)

// %% [markdown]
// In JSON the answers are `queries`, each with `query` (the canonical text), `mean`, `sd`, `interval` and, where the raw values are known, `truth`. With `--columns`, people are
// asked about single columns as long as no query needs two together, and about pairs as soon as one does; `--ask singles` refuses such a query. `--goal` and `--out` need pairs.
//
// `--shares north=.2,south=.8`, or a file with the columns `group` and `share`, says how groups weigh among all people, in queries and in the total.
//
// `regress` answers shares of the left side's categories, on average over the people.
//
// ## The grammar
//
// ```text
// (* What one wants to know. *)
// query    = one, [ "-", one ] ;
// one      = share | value | quantile | pair ;
// share    = "share", "(", events, [ given ], ")" ;
// value    = ( "mean" | "median" ), [ "(", [ question ], [ given ], ")" ] ;
// quantile = "quantile", "(", [ question, "," ], number, [ given ], ")" ;
// pair     = ( "association" | "correlation" ), "(", question, ",", question, [ given ], ")" ;
//
// (* Among whom: people of a public group, or those of whom something private is true. *)
// given    = "|", events ;
// events   = event, { ",", event } ;
// event    = [ [ question ], "=" ], level
//          | [ question ], [ "in" ], "{", level, { ",", level }, "}"
//          | [ question ], ( ">=" | ">" | "<=" | "<" ), level
//          | question ;
// level    = word | label | [ "-" ], number ;
// question = ( word | name ), [ ":", ( word | label | number ) ] ;
//
// (* Words have letters, digits, _ and inner points; labels stand in quotes, "say \"hi\"", and names in backticks.
//    Numbers are 40, .5 or 5e4. ≥, ≤ and − are >=, <= and -. *)
// ```
//
// A query is about at most two questions together, conditions included, because tables are of two. The public variable stands behind the bar.
