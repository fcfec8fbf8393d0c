/**
 * Zamanlooy, Diaz and Asoodeh, section 5.3: one website sampled for each user of Avazu's click log from the user's own clicks,
 * with a public prior for each value of an anonymous question. It takes the top 100 websites of the value, users with 20 clicks
 * or more (100 on the poster), and values with 1000 users or more.
 *
 * The paper computes the prior, and chooses the websites, from the very users who sample, and does not count that against their
 * privacy. Here a quarter of the devices are public and do not sample; `--own-prior` does as the paper does, with private data.
 *
 * The data are not part of this package: kaggle.com/c/avazu-ctr-prediction, train.csv.
 *
 *     npx tsx experiments/avazu.ts train.csv --question C18 --epsilon 12 --clicks 20
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { requireInteger, requireNumber, requireOneOf } from '../src/check/check.ts'
import { InputError } from '../src/data/input-error.ts'
import { type ClickUser, QUESTIONS, readAvazu } from './loaders/avazu.ts'
import type { Group } from './sampling/people.ts'
import { serveGroups } from './sampling/serve-groups.ts'
import { runScript } from './support/run-script.ts'

const USAGE =
  'npx tsx experiments/avazu.ts TRAIN.CSV [--question C18] [--epsilon 12] [--clicks 20] [--users 1000] [--own-prior]'
const WEBSITES = 100

async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { question: text, epsilon: text, clicks: text, users: text, 'own-prior': { type: 'boolean' } },
  })
  const [file] = positionals
  if (file === undefined || !existsSync(file)) {
    throw new InputError(`${file ?? 'no file given'}: expected Avazu's train.csv: ${USAGE}`)
  }
  const question = requireOneOf('question', values.question ?? 'C18', QUESTIONS)
  const epsilon = requireNumber('epsilon', Number(values.epsilon ?? 12), { above: 0 })
  const clicks = requireInteger('clicks', Number(values.clicks ?? 20), 1)
  const users = requireInteger('users', Number(values.users ?? 1000), 1)
  const ownPrior = values['own-prior'] ?? false
  const popularWith = ownPrior ? 'all' : 'public'
  const found = await readAvazu(file, { question, websites: WEBSITES, clicks, users, popularWith })
  const groups = [...found]
    .map(([value, all]): Group => {
      const name = `${question} = ${value}`
      const histories = (from: readonly ClickUser[]) => from.map(user => user.clicks)
      return ownPrior
        ? { name, open: [], people: histories(all) }
        : {
            name,
            open: histories(all.filter(user => user.isPublic)),
            people: histories(all.filter(user => !user.isPublic)),
          }
    })
    .filter(group => group.people.length > 0 && (ownPrior || group.open.length > 0))
  if (groups.length === 0) {
    throw new InputError(
      `${file}: no value of ${question} has ${users} users with ${clicks} clicks; expected one`,
    )
  }
  const people = groups.reduce((total, group) => total + group.people.length, 0)
  await serveGroups(groups, {
    name: 'avazu',
    title: 'A private sample of the website that a person clicks on',
    subtitle: `${people.toLocaleString('en')} users of Avazu's log by ${question}, ${clicks} clicks or more, ε = ${epsilon}`,
    epsilon,
    ownPrior,
  })
}

await runScript(main)
