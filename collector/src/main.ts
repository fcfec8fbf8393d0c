import { writeFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { exportText, type Format } from './export.ts'
import { readPage } from './pages.ts'
import { replay } from './replay.ts'
import { startServer } from './server.ts'
import { Store } from './store/store.ts'
import { readSurvey, UsageError } from './survey.ts'

interface Common {
  readonly data: string
}

const PORT = 8017

function integer(least: number, most: number): (text: string) => number {
  return text => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}; got ${text}`)
  }
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const program = new Command('collector')
  .description('Asks people a question under local differential privacy.')
  .showHelpAfterError(false)
  .exitOverride(error => process.exit(error.exitCode === 0 ? 0 : 2))

/** A command about the survey of a file, whose answers are in a folder. */
function command(name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .argument('<survey>', 'the file of the survey')
    .option('--data <folder>', 'where its answers are kept', 'survey-data')
}

/** Opens the store of a survey, begun if it is not there yet, for as long as some work takes. */
async function withStore<T>(
  file: string,
  { data }: Common,
  work: (store: Store) => T | Promise<T>,
): Promise<T> {
  const store = new Store(data, readSurvey(file))
  try {
    return await work(store)
  } finally {
    store.shut()
  }
}

command('serve', 'serves the survey until it is interrupted')
  .option('--port <n>', 'the port; 0 takes a free one', integer(0, 65_535), PORT)
  .option('--host <address>', 'the address to listen at', '127.0.0.1')
  .option('--proxy', 'take addresses from the headers of a proxy in front', false)
  .action(
    async (file: string, { data, ...rest }: Common & { port: number; host: string; proxy: boolean }) => {
      const survey = readSurvey(file)
      const server = await startServer({ survey, folder: data, ...rest })
      print(`page       ${server.url}`)
      print(`dashboard  ${server.dashboard}  (behind the # is your key to the results: keep it to yourself)`)
      print(`page hash  ${readPage('page').hash}  (check: curl -s ${server.url} | sha256sum)`)
      let stopping = false
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.on(signal, async () => {
          if (stopping) process.exit(1)
          stopping = true
          await server.stop()
          process.exit(0)
        })
      }
    },
  )

command('invite', 'makes invitations and prints their links, which are kept nowhere')
  .requiredOption('--count <n>', 'how many', integer(1, 1_000_000))
  .option('--base-url <url>', 'the address under which people reach the server', `http://127.0.0.1:${PORT}`)
  .action((file: string, options: Common & { count: number; baseUrl: string }) =>
    withStore(file, options, store => {
      const { id, spec } = store.standing()
      const base = options.baseUrl.replace(/\/+$/, '')
      if (!URL.canParse(base))
        throw new UsageError(`--base-url: expected an address such as https://example.org; got ${base}`)
      const { epsilon } = JSON.parse(spec)
      const links = store.invite(options.count).map(token => `${base}/s/${id}/#t=${token}&e=${epsilon}`)
      print(links.join('\n'))
    }),
  )

command(
  'close',
  'takes no more answers, counts those that wait, and removes all traces of their order from the disk',
).action((file: string, options: Common) => withStore(file, options, store => void store.close('by hand')))

command('reopen', 'takes answers again').action((file: string, options: Common) =>
  withStore(file, options, store => store.reopen()),
)

command('export', 'writes all acknowledged answers, counted')
  .addOption(new Option('--format <format>', 'of the file').choices(['csv', 'json']).default('csv'))
  .requiredOption('--out <file>', 'where to; - is standard output')
  .action((file: string, options: Common & { format: Format; out: string }) =>
    withStore(file, options, store => {
      const text = exportText(store.answers(), options.format)
      if (options.out === '-') process.stdout.write(text)
      else writeFileSync(options.out, text)
    }),
  )

command(
  'replay',
  'estimates anew from the sealed answers, and prints the estimate and its digest as JSON',
).action((file: string, options: Common) =>
  withStore(file, options, async store => print(JSON.stringify(await replay(store)))),
)

program
  .command('page-hash')
  .description("prints the SHA-256 of the participants' page")
  .argument('[survey]', 'ignored: the page is the same for every survey')
  .action(() => print(readPage('page').hash))

try {
  await program.parseAsync()
} catch (error) {
  const { message, name } = error as Error
  process.stderr.write(`collector: ${message}\n`)
  process.exit(name === 'UsageError' ? 2 : 1)
}
