// What npm runs after it has installed the packages of a checkout: builds the library, if what builds it was installed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (existsSync(new URL('node_modules/tsdown', import.meta.url))) {
  process.exitCode = spawnSync('npm run -s prepack', { stdio: 'inherit', shell: true }).status ?? 1
} else {
  process.stderr.write(
    'adobest: nothing was built, as the development packages were left out; npm ci --include=dev installs them and builds\n',
  )
}
