import type * as players from '../../src/sweep/local-player.ts'
import { builtModule } from './command.ts'

/** That of the build, whose threads start in a third of the time that they take from TypeScript. */
export const { localPlayer } = (await import(builtModule('sweep/local-player'))) as typeof players
