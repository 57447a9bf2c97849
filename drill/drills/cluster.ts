import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Figure } from '../../bench/report.ts'
import { authority } from '../../server/test/certificates.ts'
import { freePort } from '../../server/test/free-port.ts'
import { hasObjectStore } from '../../server/test/object-store.ts'
import { hasOrthanc } from '../../server/test/orthanc.ts'
import { ask } from '../calls.ts'
import { startCrowd } from '../cluster/crowd.ts'
import { startDatabase } from '../cluster/database.ts'
import { type Cluster, type Fault, faults } from '../cluster/faults.ts'
import { nginxAddress, portalAddress, startNginx, startProxy } from '../cluster/fronts.ts'
import { startLoad } from '../cluster/load.ts'
import { startNetwork } from '../cluster/network.ts'
import { checkOutOld, here } from '../cluster/old-version.ts'
import { startNodes } from '../cluster/portal.ts'
import { until } from '../cluster/processes.ts'
import { addressOf, machines, proxy } from '../cluster/shipped.ts'
import { startInbox } from '../inbox.ts'
import { isWanted, repeats, times } from '../scale.ts'

const programs = [
  '/usr/sbin/haproxy',
  '/usr/sbin/nginx',
  '/usr/sbin/pgbouncer',
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/lib/postgresql/15/bin/postgres',
  '/usr/bin/faketime',
  '/usr/bin/strace',
]

const isServed = async () =>
  (await Promise.all([portalAddress, nginxAddress].map((address) => ask(`${address}/healthz`)))).every(
    ({ status }) => status === 200,
  )

type Mails = { missing: number; twice: number }
type Outcome = {
  all: number
  failed: number
  without: number
  /** Seconds from the fault until everything stood again, the time that it lasted included. */
  well: number
  slowest: number
  ended: number
  lost: number
  acknowledged: number
  twice: number
}

/** One fault under people who write, read and listen; then everything comes back by itself. */
const suffer = async (
  { name, people = 0, address = portalAddress, work }: Fault,
  cluster: Cluster,
  arrived: (subjects: string[]) => Promise<Mails>,
): Promise<Outcome> => {
  console.log(`  ${new Date().toTimeString().slice(0, 8)} ${name}, load ${loadavg()[0]?.toFixed(1)}`)
  const load = startLoad(address)
  const crowd = await startCrowd(address, people && times(people))
  await pause(5000)
  const begun = performance.now()
  const streams = load.streamEnds()
  await work(cluster)
  await cluster.database.healthy()
  await cluster.nodes.ready()
  await until('The portal', isServed)
  const well = (performance.now() - begun) / 1000
  await pause(5000)
  const without = load.writers.secondsWithout(begun)
  const ended = load.streamEnds() - streams
  await until('All streams', async () => crowd.streamsAway() === 0, 60)
  const met = await crowd.stop()
  await load.stop()
  const mails = await arrived(load.writers.subjects)
  const writes = await load.writers.lost()
  const lost = writes + mails.missing + met.lost
  if (lost > 0) console.log(`  Lost: ${writes} writes, ${mails.missing} mails, ${met.lost} drafts`)
  const acknowledged = load.writers.count() + met.acknowledged
  const { all, failed, slowest } = load.requests()
  for (const [what, times] of met.said) console.log(`  ${times} × ${what}`)
  return {
    all: all + met.all,
    failed: failed + met.failed,
    slowest: Math.max(slowest, met.slowestMs / 1000),
    without,
    well,
    ended: ended + met.ended,
    lost,
    acknowledged,
    twice: mails.twice,
  }
}

const sum = (outcomes: Outcome[], part: keyof Outcome) => outcomes.reduce((all, outcome) => all + outcome[part], 0)
const sorted = (outcomes: Outcome[], part: keyof Outcome) => outcomes.map((one) => one[part]).sort((a, b) => a - b)

const figuresOf = ({ name, most }: Fault, outcomes: Outcome[]): Figure[] => {
  const without = sorted(outcomes, 'without')
  const [p95 = 0, slowest = 0] = [without[Math.ceil(0.95 * without.length) - 1], sorted(outcomes, 'slowest').at(-1)]
  const well = sorted(outcomes, 'well').at(-1) ?? 0
  const [failed, all] = [sum(outcomes, 'failed'), sum(outcomes, 'all')]
  const [lost, acknowledged] = [sum(outcomes, 'lost'), sum(outcomes, 'acknowledged')]
  const [ended, twice] = [sum(outcomes, 'ended'), sum(outcomes, 'twice')]
  const row = [
    `${failed} of ${all}`,
    p95.toFixed(1),
    slowest.toFixed(1),
    well.toFixed(0),
    ended,
    `${lost} of ${acknowledged}`,
    twice,
  ]
  const title = outcomes.length > 1 ? `${name}, ${outcomes.length} times` : name
  // As docs/CLUSTER.md has it.
  console.log(`| ${[title, ...row].join(' | ')} |`)
  return [
    {
      what: `${title}: failed of ${all} requests`,
      value: failed,
      unit: '',
      ...(most !== undefined && { atMost: most }),
    },
    { what: `${title}: longest without a write, p95`, value: p95, unit: 's', atMost: 15 },
    { what: `${title}: slowest answer`, value: slowest, unit: 's' },
    { what: `${title}: streams that ended`, value: ended, unit: '' },
    { what: `${title}: lost of ${acknowledged} acknowledged`, value: lost, unit: '', atMost: 0 },
    { what: `${title}: acknowledged once, there twice`, value: twice, unit: '', atMost: 0 },
  ]
}

/**
 * Three machines on this one, from deploy/cluster/: etcd, PostgreSQL under Patroni, HAProxy, nodes, Swift as the object store, Orthanc as
 * the PACS.
 */
export const drillCluster = async () => {
  const missing = programs.filter((path) => !existsSync(path))
  if (missing.length > 0) return `needs Debian’s ${missing.join(', ')}`
  if (!hasObjectStore) return 'needs Debian’s python3-swift'
  if (!hasOrthanc) return 'needs Debian’s orthanc and orthanc-dicomweb'
  const wanted = faults.filter(({ name }) => isWanted(name))
  const network = await startNetwork()
  if (!network) return 'needs root and networks of its own (ip netns)'
  const folder = await mkdtemp(`${tmpdir()}/fornix-cluster-`)
  const smtpPort = await freePort()
  const inbox = await startInbox(smtpPort)
  const stops: (() => Promise<unknown>)[] = [network.stop, async () => inbox.close()]
  const kept = <Part extends { stop: () => Promise<unknown> }>(part: Part) => {
    stops.unshift(part.stop)
    return part
  }
  const arrived = async (subjects: string[]): Promise<Mails> => {
    const missing = () => subjects.filter((one) => !inbox.arrived.has(one)).length
    await until('All mails', async () => missing() === 0, 90).catch(() => {})
    return { missing: missing(), twice: inbox.twice(subjects) }
  }
  try {
    const ca = await authority(folder, 'drill')
    setDefaultCACertificates([...getCACertificates('default'), await readFile(ca.certificate, 'utf8')])
    const names = [proxy.host, ...machines.map(addressOf)].map((address) => `IP:${address}`).join(',')
    const { certificate: crt, key } = await ca.sign('cluster', names)
    const database = kept(await startDatabase(folder, { crt, key, ca: ca.certificate }))
    const front = kept(await startProxy(folder, { crt, key }))
    kept(await startNginx(folder, { crt, key }))
    const root = wanted.some((fault) => fault.name === 'rolling upgrade') ? await checkOutOld(folder) : here
    const nodes = kept(await startNodes(folder, ca.certificate, smtpPort, root))
    await until('The portal', isServed)
    const figures: Figure[] = []
    for (const fault of wanted) {
      const outcomes: Outcome[] = []
      for (let time = 0; time < repeats; time++)
        outcomes.push(await suffer(fault, { network, database, proxy: front, nodes }, arrived))
      figures.push(...figuresOf(fault, outcomes))
    }
    return figures
  } finally {
    for (const stop of stops) await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
