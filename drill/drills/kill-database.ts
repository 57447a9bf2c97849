import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../../bench/report.ts'
import { readPostmaster } from '../../server/src/platform/embedded-postgres/postmaster.ts'
import { startExternalPostgres } from '../external-postgres.ts'
import { type Portal, startPortal } from '../portal.ts'
import { times } from '../scale.ts'
import { startWriters } from '../writers.ts'

/** kill -9 of PostgreSQL under writers. The portal stays up, says that it is not ready, and goes on by itself. */
const killDatabase = async (name: string, portal: Portal, data: string): Promise<Figure[]> => {
  const writers = startWriters(portal.address)
  const server = await portal.pid()
  const kills = times(10)
  const seconds: number[] = []
  let told = 0
  for (let kill = 0; kill < kills; kill++) {
    await pause(2000 + Math.random() * 1500)
    const { pid } = (await readPostmaster(data)) ?? { pid: 0 }
    process.kill(pid, 'SIGKILL')
    const begun = performance.now()
    // It is gone when another one stands in its place: until then it may seem to answer.
    let hasTold = false
    for (let isBack = false; !isBack; ) {
      const status = await portal.readiness()
      hasTold ||= status === 503
      const now = await readPostmaster(data)
      isBack = status === 200 && now !== undefined && now.pid !== pid
      if (performance.now() - begun > 60_000) throw new Error('The database did not come back within a minute')
    }
    if (hasTold) told++
    seconds.push((performance.now() - begun) / 1000)
  }
  await pause(1500)
  await writers.stop()
  const lost = await writers.lost()
  const others = [...writers.statuses].filter(([status]) => ![200, 503, 429].includes(status))
  const wasKilled = (await portal.pid()) !== server
  return [
    { what: `${name}: kills`, value: kills, unit: '' },
    { what: `${name}: told by /readyz`, value: told, unit: '', atLeast: kills },
    { what: `${name}: acknowledged writes`, value: writers.count(), unit: '' },
    { what: `${name}: acknowledged and lost`, value: lost, unit: '', atMost: 0 },
    { what: `${name}: longest until ready again`, value: Math.max(...seconds), unit: 's', atMost: 10 },
    { what: `${name}: the server died with it`, value: Number(wasKilled), unit: '', atMost: 0 },
    {
      what: `${name}: answers other than success and 503`,
      value: others.reduce((sum, [, count]) => sum + count, 0),
      unit: '',
      atMost: 0,
    },
  ]
}

export const drillKillEmbedded = async () => {
  const portal = await startPortal()
  try {
    return await killDatabase('kill embedded database', portal, `${portal.dataDir}/postgres/data`)
  } finally {
    await portal.stop()
  }
}

export const drillKillExternal = async () => {
  const postgres = await startExternalPostgres()
  const portal = await startPortal({ DATABASE_URL: postgres.url })
  try {
    return await killDatabase(`kill ${postgres.name}`, portal, postgres.data)
  } finally {
    await portal.stop()
    await postgres.stop()
  }
}
