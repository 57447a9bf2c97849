import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

export const residentMb = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** How many MB a process has more than before, at most, while the work is done. */
export const growthDuring = async (pid: number, work: () => Promise<void>) => {
  const before = await residentMb(pid)
  let peak = before
  let done = false
  const watch = (async () => {
    while (!done) {
      peak = Math.max(peak, await residentMb(pid))
      await pause(20)
    }
  })()
  await work().finally(() => {
    done = true
  })
  await watch
  return peak - before
}
