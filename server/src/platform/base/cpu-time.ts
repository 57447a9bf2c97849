import { readFile } from 'node:fs/promises'

/** proc_pid_stat(5): `sysconf(_SC_CLK_TCK)` is 100 on every Linux that Node runs on. */
const msPerTick = 10

/** CPU time of a process in milliseconds, in steps of 10; clock time if the system does not report it (no /proc). */
export const cpuMsOf = async (pid: number | undefined): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name, in parentheses, may contain spaces. The fields after it start with the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return stat ? (user + system) * msPerTick : performance.now()
}
