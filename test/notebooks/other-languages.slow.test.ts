import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { samplePosterior, tallyResponses, toInferenceData } from '../../src/index.ts'
import { runCli } from '../support/cli.ts'
import { COMMAND } from '../support/command.ts'
import { testFolder } from '../support/folder.ts'
import { ROOT } from '../support/imports.ts'
import { sweepInto, tinyPlan } from '../support/sweep.ts'

interface Language {
  /** What runs a program that is given as an argument after these. */
  readonly commands: readonly (readonly string[])[]
  /** The packages that a program needs. */
  needs(program: string): string[]
  /** A program that fails unless these packages are there. */
  load(packages: readonly string[]): string
}

/** What the output of a block contains, by a mark of the block; of the others, the name of a strategy of the sweep. */
const SAYS: readonly (readonly [mark: string, says: string])[] = [
  ['arviz', 'theta'],
  ['Popen', "{'answers': 1}"],
]

const LANGUAGES: Readonly<Record<string, Language>> = {
  python: {
    // Debian's packages are for its own Python, which need not be the first.
    commands: [
      ['python3', '-c'],
      ['/usr/bin/python3', '-c'],
    ],
    needs: program => [
      ...Array.from(program.matchAll(/^import (\w+)$/gm), ([, name]) => name),
      ...(program.includes('read_parquet') ? ['pyarrow'] : []),
      ...(program.includes('.df()') ? ['pandas'] : []),
    ],
    load: packages => packages.map(name => `import ${name}\n`).join(''),
  },
  r: {
    commands: [['Rscript', '-e']],
    needs: program => Array.from(program.matchAll(/^library\((\w+)\)$/gm), ([, name]) => name),
    load: packages => ['TRUE', ...packages.map(name => `library(${name})`)].join('\n'),
  },
}

const guide = readFileSync(join(ROOT, 'site/guides/python-and-r.md'), 'utf8')
const blocks = Array.from(guide.matchAll(/^```(python|r)\n(.*?)^```$/gms), ([, language, program], i) => {
  const needs = LANGUAGES[language].needs(program)
  const says = SAYS.find(([mark]) => program.includes(mark))?.[1] ?? 'fisher'
  return { name: `block ${i + 1}, ${[language, ...needs].join(', ')}`, language, program, needs, says }
})

/** What can run programs that need these packages, if anything here can. */
function commandFor({ commands, load }: Language, needs: readonly string[]): readonly string[] | undefined {
  return commands.find(([file, ...args]) => spawnSync(file, [...args, load(needs)]).status === 0)
}

const root = testFolder()

beforeAll(async () => {
  const folder = root('out/small')
  mkdirSync(root('out'))
  await sweepInto(folder, { plan: await tinyPlan() })
  const { stdout } = await runCli(['results', folder, '--csv'])
  writeFileSync(root('out/small.csv'), stdout)
  const request = { mechanism: 'srr', categories: 3, epsilon: 1 }
  const { tally } = tallyResponses({ answers: [{ request, response: 0, count: 90 }] })
  const posterior = samplePosterior(tally, { seed: 1, draws: 50 })
  writeFileSync(root('posterior.json'), JSON.stringify(toInferenceData(posterior, tally)))
  // The command, as if it were installed.
  mkdirSync(root('bin'))
  writeFileSync(root('bin/adobest'), `#!/bin/sh\ncd ${ROOT} && exec ${COMMAND.join(' ')} "$@"\n`, {
    mode: 0o755,
  })
}, 60_000)

test('the guide has blocks of Python and of R, and a program that cannot run fails', () => {
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(Object.keys(LANGUAGES)))
  for (const language of Object.values(LANGUAGES)) {
    expect(commandFor(language, ['no_such_package'])).toBeUndefined()
  }
})

describe('blocks of the guide read a sweep and a posterior, and drive a collection', () => {
  test.for(blocks)('$name', ({ language, program, needs, says }, context) => {
    const command = commandFor(LANGUAGES[language], needs)
    if (command === undefined) {
      context.skip(`${[language, ...needs].join(', ')}: not all of these are here`)
      return
    }
    const [file, ...args] = command
    const { status, stdout, stderr } = spawnSync(file, [...args, program], {
      cwd: root('.'),
      env: { ...process.env, PATH: `${root('bin')}:${process.env.PATH}` },
      encoding: 'utf8',
    })
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain(says)
  })
})
