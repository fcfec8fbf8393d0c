// `node --import` this file, and Node.js imports the project's TypeScript as it stands.
import { register } from 'node:module'

register('./strip-types.mjs', import.meta.url)
