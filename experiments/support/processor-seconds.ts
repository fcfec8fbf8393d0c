/** Seconds of the processor since a moment, `process.cpuUsage()` then, by all threads. */
export function processorSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6
}
