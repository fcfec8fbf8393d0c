import fc, { type Arbitrary } from 'fast-check'

/** The files that good command lines name. */
export const FILES: Readonly<Record<string, string>> = {
  'people.csv': 'job,pay\ncook,1\nbaker,2\ncook,3\nsmith,4\n',
  'people.json': '[{"job":"cook"},{"job":"baker"},{"job":null}]',
  'pay.csv': 'pay,town\n10,Ulm\n20,Ulm\n30,Bonn\n40,Bonn\n',
  'levels.csv': 'group,epsilon\nUlm,1\nBonn,public\n',
  'tastes.csv': 'drama,war,farce\n0.5,0.3,0.2\n0.1,0.1,0.8\n',
  'reference.csv': 'category,weight\ndrama,2\nwar,1\nfarce,1\n',
  'weights.txt': '1, 2, 3',
  'plan.json':
    '{"categories":3,"users":10,"epsilon":0,"truth":{"dirichlet":1},"strategies":"srr","runs":1,"seed":1}',
  'broken/manifest.json': '{"id":5,"plan":[],"runs":"many"}',
  'empty/manifest.json': '',
  'empty.csv': '',
}

const GOOD = [
  'estimate people.csv --column job --epsilon 1 --strategy srr',
  'estimate people.json --column job --epsilon 1 --strategy fisher --missing category --sampler gibbs --json',
  'estimate - --column job --epsilon 1 --format csv --prior 1 --sampler sgld --top 2 --json',
  'estimate people.csv --column job --epsilon 1 --strategy public-prior --public-prior weights.txt',
  'compare --categories 3 --users 20 --epsilon 1 --strategies srr,fisher --runs 2 --sampler gibbs --json',
  'compare people.csv --column job --epsilon 0.5,1 --strategies srr --runs 2 --group-size 2',
  'audit --mechanism srr --categories 5 --epsilon 1 --json',
  'audit --mechanism rrrr --categories 5 --epsilon 1 --subset-size 2 --matrix',
  'audit --mechanism subset-selection --categories 6 --epsilon 1 --size 2',
  'audit --mechanism public-prior --categories 3 --epsilon 1 --prior weights.txt',
  'pool mean pay.csv --value pay --group town --epsilons levels.csv --range 0,100 --variance 400 --seed 1 --json',
  'pool quantile pay.csv --value pay --group town --epsilons levels.csv --range 0,100 --probability 0.5 --clamp',
  'sample tastes.csv --mechanism public-prior --reference reference.csv --epsilon 1 --seed 1 --json',
  'sample tastes.csv --mechanism minimax --reference reference.csv --c1 0.5 --c2 2 --form linear --epsilon 1',
  'sample tastes.csv --mechanism local-minimax --reference reference.csv --gamma 4 --epsilon 1 --seed 2',
  'sample tastes.csv --mechanism mollifier --reference reference.csv --norm kl --epsilon 1 --output draws.csv',
  'sweep plan.json --out out',
  'worker http://localhost:1',
  'results broken',
  'results empty --csv',
  'report broken --figures figures --seed 1',
  'report broken --out page.html',
  'estimate --help',
  '--version',
].map(line => line.split(' '))

const words = [...new Set(GOOD.flat())]

const odd = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '-',
      '--',
      '-1',
      '-0',
      '0',
      '1.5',
      '1e309',
      '1e-320',
      'NaN',
      'Infinity',
      '0x10',
      '1,2',
      '1,1',
      ',',
      'all',
      'uniform',
      'tempered:1e9',
      'tempered:',
      'semi:0',
      'fisher@2',
      'learned',
      '.',
      '/nowhere/file.csv',
      '/dev/full',
      'empty.csv',
      'ünïcödé',
      '--json',
      '--seed',
      '--colum',
      '--epsilon=1',
      '--',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
)

interface Edit {
  readonly kind: 'replace' | 'insert' | 'remove' | 'double' | 'swap'
  readonly at: number
  readonly word: string
}

/** How many people, runs or threads somebody wants is their own affair, and their own time. */
const COUNTS = ['--users', '--runs', '--workers']
const MOST = 100

/** Command lines that were good, with up to three mistakes. */
export const commandLine: Arbitrary<readonly string[]> = fc
  .record({
    good: fc.constantFrom(...GOOD),
    edits: fc.array(
      fc.record<Edit>({
        kind: fc.constantFrom('replace', 'insert', 'remove', 'double', 'swap'),
        at: fc.nat(30),
        word: odd,
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ good, edits }) => edits.reduce<readonly string[]>(edited, good))
  .filter(args => args.every((arg, i) => !(COUNTS.includes(args[i - 1]) && Number(arg) > MOST)))

function edited(args: readonly string[], { kind, at, word }: Edit): readonly string[] {
  const place = at % (args.length + 1)
  const [before, after] = [args.slice(0, place), args.slice(place)]
  const middle = {
    replace: [word, ...after.slice(1)],
    insert: [word, ...after],
    remove: after.slice(1),
    double: [...after.slice(0, 1), ...after],
    swap: [...after.slice(1, 2), ...after.slice(0, 1), ...after.slice(2)],
  }
  return [...before, ...middle[kind]]
}
