// %% [markdown]
// # What people risk
//
// ε is a number for experts. Somebody who is asked wants to know something else: _what will they know of me?_ A risk report says what an
// answer by a certain channel means for the person who gives it.

// %%
import { memoized, riskReport, srr } from 'adobest'

const mechanism = srr({ categories: 10, epsilon: 1 })
const { odds, chance, guess, repeated } = riskReport({ mechanism, askings: 20 })
console.log(
  `Whatever somebody believes of you, your answer changes the odds by a factor of ${odds.toFixed(2)} at most.`,
)
console.log(
  `Who guesses your category is right in ${(100 * chance).toFixed(0)} of 100 cases without your answer, in ${(100 * guess).toFixed(0)} with it.`,
)
console.log(`If you are asked 20 times: in ${(100 * (repeated?.guess ?? 0)).toFixed(0)} of 100.`)

// %% [markdown]
// The last line is the one that matters in practice. ε is spent **per answer**: who answers twice spends it twice, and after many
// answers with fresh noise the truth shows through.
//
// ## Asked again and again
//
// Against that there is _memoization_: the person's device throws the dice once for each value, keeps what came out, and randomizes
// that again each time. What is spent then grows with the number of values that the person has had, not with the number of
// answers.

// %%
const person = memoized({ kind: 'grr', categories: 10, permanent: 2, first: 1 })
for (let day = 0; day < 30; day++) person.report(day < 20 ? 3 : 7)
console.log('after 30 days with two values:', person.spent)

// %% [markdown]
// A respondent can also have a **budget**: once the levels of its answers reach it, it answers nothing more, also after a restart.
// At the command line, `adobest audit --risk` prints the report of any request.
//
// What the library does not protect from (a device that is broken into, a server that asks under two names, what the time of an
// answer tells) stands in `SECURITY.md`.
