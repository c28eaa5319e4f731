/**
 * The milliseconds of a processor that this thread takes for something: what other programs take
 * on a busy machine is not in it.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
