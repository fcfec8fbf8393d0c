import { createHash } from 'node:crypto'
import type { Run } from './expansion.ts'
import { versions } from './installation.ts'
import { pause, type QueueOptions, type RunQueue, withQueue } from './queue.ts'
import { rowJudge } from './row-judge.ts'
import type { RunRow } from './run-row.ts'
import type { Player, RunFailure } from './sweep.ts'

/** Largest number of jobs sent or fetched at once. */
const PAGE = 500
/** Time between two checks for finished runs, and therefore between two parts. */
const POLL_SECONDS = 2

/** Options of a job. A run that fails for an external reason is tried again. */
const JOB = { attempts: 3, backoff: { type: 'exponential', delay: 1000 } }

/**
 * Puts runs on a queue, from which workers on any machine take them, and gathers their rows.
 *
 * A job's id follows from its run, so that a run is never on the queue twice; a row is deleted from Redis after it has
 * been stored. After a crash of any process, rerun the same command to resume. A row that does not belong to its run
 * causes a warning, and the run is played again, a few times at most.
 *
 * @throws nothing; the returned player throws an InputError if the URL is not one of Redis, and a Failure if Redis stays unreachable
 * @example
 * const player = queuePlayer({ url: 'redis://127.0.0.1:6379' })
 * await sweep({ plan: await readPlan('plan.json'), folder: 'out/queue', player })
 */
export function queuePlayer(options: QueueOptions): Player {
  return ({ id, runs, signal, keep, onFinished }) =>
    withQueue(options, async queue => {
      const pending = new Map(runs.map(run => [jobId(id, run), run]))
      const judge = rowJudge(options.onWarning)
      const failures: RunFailure[] = []
      await enqueue(queue, pending)
      while (pending.size > 0 && !signal.aborted) {
        // Checked before ended jobs are fetched, so that a job that ends in between is not missed.
        const idle = await isIdle(queue)
        const jobs = await endedJobs(queue, id)
        const rows: RunRow[] = []
        const results: string[] = []
        const retries = new Map<string, Run>()
        for (const { job, hasFailed } of jobs) {
          const run = pending.get(job.id!)
          if (run === undefined) continue
          const verdict = hasFailed ? { failure: String(job.failedReason) } : judge(run, job.returnvalue)
          if (verdict === 'again') {
            retries.set(job.id!, run)
            continue
          }
          if ('row' in verdict) rows.push(verdict.row)
          else failures.push({ name: run.name, reason: verdict.failure })
          results.push(job.id!)
        }
        if (rows.length > 0) await keep(rows)
        for (const jobId of results) {
          pending.delete(jobId)
          onFinished()
        }
        await Promise.all(jobs.map(({ job }) => job.remove()))
        await enqueue(queue, retries)
        // Redis has lost the pending jobs, for example by a restart without its files.
        if (idle && jobs.length === 0) await enqueue(queue, pending)
        if (jobs.length < PAGE && pending.size > 0) await pause(POLL_SECONDS, signal)
      }
      return failures
    })
}

/** The id has a digest of the run's name, because a name is long and may contain `:`, which BullMQ reserves for itself. */
function jobId(sweep: string, run: Run): string {
  return `${sweep}-${createHash('sha256').update(run.name).digest('hex')}`
}

/** Puts runs on the queue, except those that are queued already, or finished. */
async function enqueue(queue: RunQueue, pending: ReadonlyMap<string, Run>): Promise<void> {
  const version = versions().adobest
  const jobs = Array.from(pending, ([jobId, run]) => ({
    name: run.strategy,
    data: { run, version },
    opts: { ...JOB, jobId },
  }))
  for (let from = 0; from < jobs.length; from += PAGE) await queue.addBulk(jobs.slice(from, from + PAGE))
}

async function isIdle(queue: RunQueue): Promise<boolean> {
  const counts = await queue.getJobCounts('wait', 'active', 'delayed')
  return Object.values(counts).every(count => count === 0)
}

/** Some of this sweep's jobs that have ended, in success or in failure. */
async function endedJobs(queue: RunQueue, sweep: string) {
  const ended = await Promise.all(
    (['completed', 'failed'] as const).map(async state => {
      const ids = await queue.getRanges([state], 0, -1)
      return ids.filter(id => id.startsWith(`${sweep}-`)).map(id => ({ id, hasFailed: state === 'failed' }))
    }),
  )
  const jobs = await Promise.all(
    ended
      .flat()
      .slice(0, PAGE)
      .map(async ({ id, hasFailed }) => ({ job: await queue.getJob(id), hasFailed })),
  )
  return jobs.flatMap(({ job, hasFailed }) => (job === undefined ? [] : [{ job, hasFailed }]))
}
