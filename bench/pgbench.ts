import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Program } from './program.ts'
import type { Role, Scripts } from './statements.ts'

type Size = { connections: number; seconds: number }
/** In which new connections plan what they run, and fill their caches. */
const warmUp = 2

const runsASecond = async (program: Program, role: Role, script: string, { connections, seconds }: Size) => {
  const file = `${program.dataDir}/pgbench.sql`
  await writeFile(file, script)
  const { hostname, port, pathname } = new URL(await program.ownerUrl())
  const args =
    `-n -M prepared -P 1 -c ${connections} -j 2 -T ${seconds + warmUp} -h ${hostname} -p ${port} -U ${role}`.split(' ')
  const { stderr } = await promisify(execFile)('pgbench', [...args, '-f', file, pathname.slice(1)], {
    env: {
      ...process.env,
      PGPASSWORD: program.passwords[role],
      PATH: `${process.env.PATH}:/usr/lib/postgresql/15/bin`,
    },
  })
  const each = [...stderr.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map(([, tps]) => Number(tps)).slice(warmUp)
  if (each.length === 0) throw new Error('error: pgbench did not say how fast it was')
  return each.reduce((sum, tps) => sum + tps, 0) / each.length
}

/**
 * Runs of these scripts a second, prepared, as many as the database can do: of each role, and of both one after the other. A script that
 * was measured already, such as that which looks a session up, is not run again.
 */
export const openPgbench = (program: Program, size: Size) => {
  const known = new Map<string, number>()
  const measured = async (role: Role, script: string) => {
    if (script === '') return Number.POSITIVE_INFINITY
    // Its values are another session's.
    const key = `${role} ${script.replace(/'(?:[^']|'')*'/g, "''")}`
    const runs = known.get(key) ?? (await runsASecond(program, role, script, size))
    if (role === 'fornix_system') known.set(key, runs)
    return runs
  }
  return async ({ fornix_app, fornix_system }: Scripts) => {
    const [app, system] = [await measured('fornix_app', fornix_app), await measured('fornix_system', fornix_system)]
    // Both use all cores, so their times add up.
    return { app, system, both: 1 / (1 / app + 1 / system) }
  }
}
