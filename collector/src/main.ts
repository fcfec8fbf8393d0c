#!/usr/bin/env node
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { exportText, type Format } from './export.ts'
import { type Invited, invite } from './invite.ts'
import { print } from './output.ts'
import { readPage } from './pages.ts'
import { type IsProxy, readProxy } from './proxy.ts'
import { replay } from './replay.ts'
import { reportPage } from './report.ts'
import { startServer } from './server.ts'
import { Store } from './store/store.ts'
import { readSurvey, requireSameSurvey, storedSurvey, UsageError } from './survey.ts'

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

function proxy(text: string): IsProxy {
  const isProxy = readProxy(text)
  if (isProxy) return isProxy
  throw new InvalidArgumentError(
    `expected how many proxies are in front, from 1 to 10, or their addresses, such as 127.0.0.1,10.0.0.0/8; got ${text}`,
  )
}

function write(out: string, text: string): void {
  if (out === '-') print(text)
  else writeFileSync(out, text)
}

const printLine = (text: string) => print(`${text}\n`)

const program = new Command('collector')
  .description('Asks people a survey under local differential privacy.')
  .showHelpAfterError(false)
  .configureOutput({ writeOut: print })
  .exitOverride(error => process.exit(error.exitCode === 0 ? 0 : 2))

/** A command about a survey file and its folder of answers. */
function command(name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .argument('<survey>', 'the file of the survey')
    .option('--data <folder>', 'where its answers are kept', 'survey-data')
}

/** Runs `work` with the open store of a survey that `serve` has begun. */
async function withStore<T>(
  file: string,
  { data }: Common,
  work: (store: Store) => T | Promise<T>,
): Promise<T> {
  const survey = readSurvey(file)
  if (!existsSync(join(data, 'survey.sqlite'))) {
    throw new UsageError(`--data ${data}: no survey has been begun there; 'serve' begins one`)
  }
  const store = new Store(data)
  try {
    requireSameSurvey(storedSurvey(store.standing().spec), survey)
    return await work(store)
  } finally {
    store.shut()
  }
}

/** Makes the folder of a survey's answers. */
function makeFolder(data: string): void {
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    accessSync(data, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--data ${data}: not a folder that can be written to (${code}); name another one`)
  }
}

command('serve', 'serves the survey until it is interrupted')
  .option('--port <n>', 'the port; 0 takes a free one', integer(0, 65_535), PORT)
  .option('--host <address>', 'the address to listen at', '127.0.0.1')
  .option('--proxy <hops|addresses>', 'the proxies in front: how many, or their addresses', proxy)
  .action(
    async (file: string, { data, ...rest }: Common & { port: number; host: string; proxy?: IsProxy }) => {
      const survey = readSurvey(file)
      makeFolder(data)
      const server = await startServer({ survey, folder: data, ...rest })
      printLine(`page       ${server.url}`)
      printLine(
        `dashboard  ${server.dashboard}  (behind the # is your key to the results: keep it to yourself)`,
      )
      printLine(`page hash  ${readPage('page').hash}  (check: curl -s ${server.url} | sha256sum)`)
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
  .option('--count <n>', 'how many', integer(1, 1_000_000))
  .option('--group <name>', 'the public group of those people')
  .option('--people <file>', 'a CSV file with a line for each person; it is printed with a link for each')
  .option('--group-column <name>', 'the column of that file which has the public group')
  .requiredOption('--base-url <url>', 'the address under which people reach the server')
  .action((file: string, options: Common & Invited) =>
    withStore(file, options, store => invite(store, options, printLine)),
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
      const text = exportText(store.answers(), storedSurvey(store.standing().spec), options.format)
      write(options.out, text)
    }),
  )

command('report', 'writes the results as a page that stands alone, estimated from the sealed answers')
  .requiredOption('--out <file>', 'where to, such as results.html; - is standard output')
  .action((file: string, options: Common & { out: string }) =>
    withStore(file, options, async store => write(options.out, await reportPage(store))),
  )

command('backup', 'copies the database while the survey runs, as one file that can be put in its place')
  .requiredOption('--out <file>', 'where to; it must not be there yet')
  .action((file: string, options: Common & { out: string }) =>
    withStore(file, options, store => {
      if (existsSync(options.out))
        throw new UsageError(`--out ${options.out}: expected a file that is not there yet`)
      store.backup(options.out)
    }),
  )

command(
  'replay',
  'estimates anew from the sealed answers, and prints the estimate and its digest as JSON',
).action((file: string, options: Common) =>
  withStore(file, options, async store => printLine(JSON.stringify(await replay(store)))),
)

program
  .command('page-hash')
  .description("prints the SHA-256 of the participants' page")
  .argument('[survey]', 'ignored: the page is the same for every survey')
  .action(() => printLine(readPage('page').hash))

try {
  await program.parseAsync()
} catch (error) {
  const { message, name } = error as Error
  process.stderr.write(`collector: ${message}\n`)
  process.exit(name === 'UsageError' ? 2 : 1)
}
