import { readFile } from 'node:fs/promises'

/** proc_pid_stat(5): what `sysconf(_SC_CLK_TCK)` is on every Linux that Node runs on. */
const msPerTick = 10

/** Milliseconds that a process has computed, in steps of 10; where the system does not say (no /proc), those of the clock. */
export const cpuMsOf = async (pid: number | undefined): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name, in parentheses, may hold spaces. Behind it the fields begin with the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return stat ? (user + system) * msPerTick : performance.now()
}
