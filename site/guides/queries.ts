// %% [markdown]
// # Queries
//
// A **query** is a line of text that asks for one number: a share, a mean, a median, the association of two questions, or the difference of two groups. Every
// estimate answers queries, as in `belief.of('median(income | region = north)')`. The commands `estimate`, `decode` and `regress` answer them with `--show`.
//
// | query | its value |
// |---|---|
// | `share(job = Sales)` | the share of people with this answer; `job in {Sales, Ops}` for one of several answers |
// | `share(income >= 50000)` | the share on one side of a value; also `>`, `<=` and `<`, and the label of a step of a scale |
// | `share(uses: phone)` | the share of people to whom an item applies |
// | `share(job = Sales, sex = f)` | the share of people for whom both are true |
// | `mean(income)`, `median(income)`, `quantile(income, .9)` | the mean, the median or a quantile of a number, a whole number or a scale |
// | `association(sex, job)` | Cramér's V, an association from 0 (independence) to 1 |
// | `correlation(mood, income)` | Pearson's correlation of two numbers or scales |
// | `… \| region = north` | the query among the people of a public group |
// | `… \| sex = f` | the query among people with this private answer; both questions must have been asked together |
// | `… - …` | the difference of two queries in the same unit |
//
// If there is only one question, its name may be left out: `share(Sales)`, `share(>= 50000)`, `median`, `mean(| region = north)`. A label that is a single word needs no quotes; any other label is put
// in quotes, `"never married"`. A name of a question that is not a single word is put in backticks.
//
// ## Queries to an estimate
//
// In this simulation, 2,000 people of two regions are asked about two of four questions each.

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
// The answer to a query is a `Scalar`, with a mean, a standard deviation, quantiles and intervals. It is computed from the value of the query at every draw from the [posterior](glossary.md#posterior). For numbers, shares and quantiles
// assume that people are spread evenly within each bin. Means use the midpoints of bins, the values of whole numbers, and the scores of steps.
//
// A query that names no group is about all people. Each group then weighs as many people as have answered. You may give other shares, such as those of a census.

// %%
for (const shares of [undefined, { north: 0.2, south: 0.8 }]) {
  const { mean, sd } = belief.of('mean(income)', shares)
  console.log(shares, 'mean income', Math.round(mean), '±', Math.round(sd))
}

// %% [markdown]
// ## Errors in queries
//
// A wrong query is refused with a message that says where the error is. `parseQuery` reads a query without an estimate. The result, as a text, is the _canonical_ form: the same query in the standard notation.

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
// `--show` may be given several times. Queries use the names of columns, their values, and the column of `--by`. The command reads queries before it draws anything, and a wrong query
// ends it with status 2. Put a query into single quotes, so that the shell does not interpret the quotes and the `|` inside.

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
// In JSON, the answers are the list `queries`. Each has `query` (the canonical text), `mean`, `sd`, `interval` and, if the raw values are known, `truth`.
//
// With `--columns`, each person is asked about one column if no query needs two columns together, and about a pair otherwise. With `--ask singles`, a query that needs two columns is refused. `--goal` and `--out` need pairs.
//
// `--shares north=.2,south=.8`, or a file with the columns `group` and `share`, gives the shares of the groups among all people. They are used in queries and in the total.
//
// `regress` answers queries about the left side of its formula, as averages over the people. It also says by how much each covariate changes them.
//
// ## The grammar
//
// The grammar is in EBNF: parts in `[ … ]` are optional, and parts in `{ … }` may be repeated or left out.
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
// A query is about at most two questions together, conditions included, because an estimate has tables of two questions at most. The public variable is named only after the bar.
