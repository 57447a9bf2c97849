import { setTimeout as pause } from 'node:timers/promises'
import { residentMb } from '../../bench/memory.ts'
import type { Figure } from '../../bench/report.ts'
import { getMyPatientInfo } from '../../contract/src/index.ts'
import { ask, person } from '../calls.ts'
import { startExternalPostgres } from '../external-postgres.ts'
import { type Portal, startPortal } from '../portal.ts'
import { times } from '../scale.ts'
import { tcpWay, type Way } from '../tcp-way.ts'
import { startWriters } from '../writers.ts'

const breakMs = times(30) * 1000
const readers = 40

/** The way to the database is broken under readers and writers, and mended again. */
const breakWay = async (portal: Portal, way: Awaited<ReturnType<typeof tcpWay>>, kind: Way): Promise<Figure[]> => {
  const { address } = portal
  const writers = startWriters(address)
  const patient = person(address, 'ben.okafor@northside.example', 'patient')
  const pid = await portal.pid()
  const mine = { params: { email: patient.email } }
  await patient.call(getMyPatientInfo, mine)
  await pause(2000)
  const begun = performance.now()
  let [slowest, wrong, unhealthy, most] = [0, 0, 0, 0]
  const before = await residentMb(pid)
  const goesOn = () => performance.now() - begun < breakMs

  await way.become(kind)
  const read = async () => {
    while (goesOn()) {
      const { status, ms } = await patient.call(getMyPatientInfo, mine)
      slowest = Math.max(slowest, ms)
      if (![200, 503, 429].includes(status)) wrong++
      await pause(200)
    }
  }
  const watch = async () => {
    while (goesOn()) {
      const { status, ms } = await ask(`${address}/healthz`)
      if (status !== 200 || ms > 1000) unhealthy++
      most = Math.max(most, await residentMb(pid))
      await pause(100)
    }
  }
  await Promise.all([...Array.from({ length: readers }, read), watch()])
  await way.become('open')
  const seconds = await portal.ready()
  const { status } = await patient.call(getMyPatientInfo, mine)
  await pause(2000)
  await writers.stop()
  const others = [...writers.statuses].filter(([one]) => ![200, 503, 429].includes(one))
  const name = `${kind} database`
  return [
    { what: `${name}: slowest answer`, value: slowest / 1000, unit: 's', atMost: 25 },
    {
      what: `${name}: answers other than success and 503`,
      value: wrong + others.reduce((sum, [, count]) => sum + count, 0),
      unit: '',
      atMost: 0,
    },
    { what: `${name}: /healthz late or not 200`, value: unhealthy, unit: '', atMost: 0 },
    { what: `${name}: memory grows by`, value: most - before, unit: 'MB', atMost: 150 },
    { what: `${name}: ready again after`, value: seconds, unit: 's', atMost: 10 },
    { what: `${name}: first call afterwards refused`, value: Number(status !== 200), unit: '', atMost: 0 },
    { what: `${name}: acknowledged writes`, value: writers.count(), unit: '' },
    { what: `${name}: acknowledged and lost`, value: await writers.lost(), unit: '', atMost: 0 },
  ]
}

export const drillUnreachable = async () => {
  const postgres = await startExternalPostgres()
  const way = await tcpWay(Number(new URL(postgres.url).port))
  const url = Object.assign(new URL(postgres.url), { port: String(way.port) }).href
  const portal = await startPortal({ DATABASE_URL: url })
  try {
    const figures: Figure[] = []
    for (const kind of ['refusing', 'slow', 'hanging'] as const) figures.push(...(await breakWay(portal, way, kind)))
    return figures
  } finally {
    await way.become('open')
    await portal.stop()
    way.close()
    await postgres.stop()
  }
}
