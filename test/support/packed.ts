import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './imports.ts'

const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** A project that has the package and nothing else, as `npm install --omit=optional` leaves it. `dist` has to be built. */
export class PackedProject {
  readonly folder: string

  /** @param folder an empty one */
  constructor(folder: string) {
    this.folder = folder
    const npm = (...args: string[]) =>
      execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    const packed = npm('pack', ROOT, '--ignore-scripts', '--silent').trim()
    npm('init', '--yes')
    npm('install', `./${packed}`, '--omit=optional', '--prefer-offline', '--no-audit', '--no-fund')
  }

  /** Adds the optional packages, those of the checkout. */
  addOptional(): void {
    for (const name of Object.keys(optionalDependencies)) {
      const [scope] = name.split('/')
      const at = join(this.folder, 'node_modules', name)
      if (scope !== name) execFileSync('mkdir', ['-p', join(this.folder, 'node_modules', scope)])
      symlinkSync(join(ROOT, 'node_modules', name), at)
    }
  }

  /** The command, as npm has linked it. */
  get command(): string {
    return join(this.folder, 'node_modules/.bin/adobest')
  }

  adobest(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(this.command, args, { cwd: this.folder, encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  /** What a module that is written here prints, as JSON. */
  evaluate(module: string): unknown {
    const script = ['--input-type=module', '--eval', module]
    return JSON.parse(execFileSync(process.execPath, script, { cwd: this.folder, encoding: 'utf8' }))
  }
}
