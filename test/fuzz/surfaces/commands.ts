import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCli } from '../../support/cli.ts'
import { commandLine, FILES } from '../generators/command-lines.ts'
import { expectThat, requireSentence, type Surface, type Verdict } from '../harness/surface.ts'

const line = (text: string) => text.split(' ')

/** Command lines, played in this process in a folder of their own. */
export const commands: Surface<readonly string[]> = {
  name: 'commands',
  cases: commandLine,
  known: [
    line('compare --categories 1e9 --epsilon 1'),
    line('audit --mechanism srr --categories 1000000000 --epsilon 1 --matrix'),
    line('audit --mechanism local-hashing --categories 5 --epsilon 1'),
    line('estimate people.csv --colum job --epsilon 1'),
    line('estimate people.csv --column job --epsilon 1,2'),
    line('estimate people.csv --column job --epsilon 1e309'),
    line('report broken --figures figures --seed 1'),
    line('results broken'),
    line('results empty'),
    line('sweep broken/manifest.json --out out'),
    line('estimate empty.csv --column job --epsilon 1'),
  ],
  limitMs: 10_000,
  async check(args): Promise<Verdict> {
    enterFolder()
    const { status, stdout, stderr } = await runCli(args, FILES['people.csv'])
    expectThat(status === 0 || status === 1 || status === 2, () => `status ${status}`)
    const said = stderr.split('\n').filter(text => text !== '' && !text.startsWith('warning: '))
    if (status !== 0) {
      expectThat(said.length === 1 && said[0].startsWith('error: '), () => `status ${status}: ${stderr}`)
      expectThat(stdout === '', () => `status ${status}, and yet an answer: ${stdout}`)
      requireSentence(said[0])
      return 'refused'
    }
    expectThat(
      said.every(text => !text.startsWith('error: ')),
      () => `status 0: ${stderr}`,
    )
    expectThat(stdout !== '' || said.length > 0, () => 'nothing was said')
    return 'valid'
  },
}

let isInside = false

function enterFolder(): void {
  if (isInside) return
  const folder = mkdtempSync(join(tmpdir(), 'adobest-fuzz-'))
  for (const [name, contents] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), contents)
  }
  process.chdir(folder)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  isInside = true
}
