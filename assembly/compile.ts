import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Each AssemblyScript source, and the TypeScript module that holds the binary compiled from it. */
export const BINARIES = {
  joint: 'src/posterior/joint/kernel/joint-binary.ts',
  langevin: 'src/posterior/langevin/kernel/langevin-binary.ts',
  'packed-sums': 'src/posterior/tally/kernel/packed-sums-binary.ts',
} as const

/**
 * Compiles a source to a TypeScript module that holds the binary as base64 text, so that bundlers and browsers need no other file.
 */
export async function compile(source: keyof typeof BINARIES): Promise<string> {
  let binary = new Uint8Array()
  const options = [
    '-O3',
    '--converge',
    '--noAssert',
    '--runtime',
    'stub',
    '--enable',
    'simd',
    '--importMemory',
  ]
  const { error, stderr } = await asc.main(
    [`assembly/${source}.ts`, ...options, '--outFile', `${source}.wasm`],
    {
      // The compiler probes for files that may not exist, and takes null to mean that there is none.
      readFile: name => readFile(join(ROOT, name), 'utf8').catch(() => null),
      writeFile: (_name, contents) => {
        binary = contents as Uint8Array<ArrayBuffer>
      },
      listFiles: () => [],
    },
  )
  if (error) throw new Error(stderr.toString(), { cause: error })
  const text = Buffer.from(binary)
    .toString('base64')
    .match(/.{1,100}/g)!
  return [
    `// Written by \`npm run assembly\` from assembly/${source}.ts; a test compares the two.`,
    `export const ${source.toUpperCase().replace('-', '_')}_BINARY =`,
    `${text.map(line => `  '${line}'`).join(' +\n')}`,
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [source, file] of Object.entries(BINARIES)) {
    await writeFile(join(ROOT, file), await compile(source as keyof typeof BINARIES))
  }
}
