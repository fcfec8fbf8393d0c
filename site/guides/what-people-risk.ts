// %% [markdown]
// # What people risk
//
// ε is a number for experts. Somebody who is asked wants to know something else: _what will they know about me?_ A risk report says what
// an answer through a certain channel means for the person who gives it.

// %%
import { detectLiars, memoized, riskReport, srr, stream, subsetSelection } from 'adobest'

const mechanism = srr({ categories: 10, epsilon: 1 })
const { odds, chance, guess, repeated } = riskReport({ mechanism, askings: 20 })
console.log(
  `Whatever somebody believes about you, your answer changes the odds by a factor of at most ${odds.toFixed(2)}.`,
)
console.log(
  `Somebody who guesses your category is right in ${(100 * chance).toFixed(0)} of 100 cases without your answer, in ${(100 * guess).toFixed(0)} with it.`,
)
console.log(`If you are asked 20 times: in ${(100 * (repeated?.guess ?? 0)).toFixed(0)} of 100.`)

// %% [markdown]
// The last line matters most in practice. ε is spent **per answer**: a person who answers twice spends it twice, and after
// many answers, each with new randomness, the truth shows through.
//
// ## Asked again and again
//
// _Memoization_ prevents that. The person's device randomizes each value once, keeps the result, and randomizes the result
// again for each answer. The spent ε then grows with the number of different values that the person has had, not with the number of
// answers.

// %%
const person = memoized({ kind: 'grr', categories: 10, permanent: 2, first: 1 })
for (let day = 0; day < 30; day++) person.report(day < 20 ? 3 : 7)
console.log('after 30 days with two values:', person.spent)

// %% [markdown]
// A respondent can also have a **budget**: once the levels of its answers add up to it, it gives no more answers, even after a restart.
// On the command line, `adobest audit --risk` prints the report for any request.
//
// ## What a liar gains
//
// Nobody can be made to answer honestly. Somebody who sends arbitrary answers can count as much as several people. The report has the
// largest number. It is much smaller if people answer with sets of categories (`subsetSelection`) than with single ones.

// %%
const sets = subsetSelection({ categories: 10, epsilon: 1 })
for (const channel of [mechanism, sets]) {
  const { liarWeight } = riskReport({ mechanism: channel })
  console.log(`${channel.name}: a made-up answer counts as much as ${liarWeight.toFixed(1)} people.`)
}

// %% [markdown]
// People who make up answers for one category withhold them from all others, so the estimated frequencies of rare categories fall below
// zero. `detectLiars` looks for that, for answers that are repeated too often, and for pairs that are named together too often. Its p-value
// is the probability of signs this strong if everybody is honest. Here one person in ten names category 9:

// %%
const random = stream(1, 'people')
const answers = Array.from({ length: 5000 }, (_, i) => ({
  request: mechanism.toRequest(),
  response: i % 10 === 0 ? 9 : mechanism.respond(i % 3, random),
}))
const { pValue, belowZero } = detectLiars({ answers, seed: 1 })
console.log(`p = ${pValue.toFixed(4)}: the rare categories add up to ${belowZero.sum.toFixed(2)}`)

// %% [markdown]
// A person who lies, but lets the lie be randomized, is never noticed: the answer is that of an honest person with another value. With
// `robust: { share: 0.05 }`, an estimator's intervals hold even if up to 5 % of the people send arbitrary answers. Its estimates have
// the signs above as `liars`, and `auto` uses only strategies in which a liar has little weight.
//
// What the library does not protect against (a device that is broken into, a server that asks under two names, what the time of an
// answer reveals) is listed in `SECURITY.md`.
