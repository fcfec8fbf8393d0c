/** What a worker thread loads. */
export { playRun as default } from './play-run.ts'
