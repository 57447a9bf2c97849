import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Figure } from '../../bench/report.ts'
import { authority } from '../../server/test/certificates.ts'
import { freePort } from '../../server/test/free-port.ts'
import { hasObjectStore } from '../../server/test/object-store.ts'
import { ask } from '../calls.ts'
import { type ClusterDatabase, startDatabase } from '../cluster/database.ts'
import { startLoad } from '../cluster/load.ts'
import { portalAddress, startNodes, startProxy } from '../cluster/portal.ts'
import { until } from '../cluster/processes.ts'
import { addressOf, machines, proxy } from '../cluster/shipped.ts'
import { startInbox } from '../inbox.ts'
import { faultWanted, repeats, times } from '../scale.ts'

const programs = ['/usr/sbin/haproxy', '/usr/bin/patroni', '/usr/bin/etcd', '/usr/lib/postgresql/15/bin/postgres']

type Cluster = {
  database: ClusterDatabase
  proxy: Awaited<ReturnType<typeof startProxy>>
  nodes: Awaited<ReturnType<typeof startNodes>>
}
type Fault = { name: string; most?: number; work: (cluster: Cluster) => Promise<unknown> }

const seconds = (count: number) => pause(times(count) * 1000)

/** Something is frozen for a while, as a machine that hangs. */
const freezing = async (count: number, freeze: () => Promise<() => void>) => {
  const thaw = await freeze()
  await seconds(count).finally(thaw)
}

const faults: Fault[] = [
  { name: 'nothing', most: 0, work: () => seconds(20) },
  {
    name: 'rolling restart of the nodes',
    most: 0,
    work: async ({ nodes }) => {
      for (const machine of machines) await nodes.restart(machine)
    },
  },
  { name: 'switchover', work: async ({ database }) => database.switchover(await database.theLeader()) },
  {
    name: 'leader and its Patroni killed',
    work: async ({ database }) => {
      const leader = await database.theLeader()
      await database.kill(leader)
      await until('Another leader', async () => ![leader, undefined].includes(await database.leader()))
      await seconds(10)
      database.start(leader)
    },
  },
  {
    name: `leader hangs for ${times(40)} s`,
    work: async ({ database }) => {
      const leader = await database.theLeader()
      await freezing(40, () => database.freeze(leader))
    },
  },
  { name: `node hangs for ${times(30)} s`, work: ({ nodes }) => freezing(30, () => nodes.freeze(1)) },
  { name: 'HAProxy restarted', work: ({ proxy }) => proxy.restart() },
  {
    name: `etcd away for ${times(30)} s`,
    work: async ({ database }) => {
      await database.stopEtcd()
      await seconds(30)
      database.startEtcd()
    },
  },
]

const isServed = async () => (await ask(`${portalAddress}/healthz`)).status === 200

type Mails = { missing: number; twice: number }
type Outcome = {
  all: number
  failed: number
  without: number
  slowest: number
  ended: number
  lost: number
  acknowledged: number
  twice: number
}

/** One fault under people who write, read and listen; then everything comes back by itself. */
const suffer = async (
  { name, work }: Fault,
  cluster: Cluster,
  arrived: (subjects: string[]) => Promise<Mails>,
): Promise<Outcome> => {
  console.log(`  ${new Date().toTimeString().slice(0, 8)} ${name}, load ${loadavg()[0]?.toFixed(1)}`)
  const load = startLoad(portalAddress)
  await pause(5000)
  const begun = performance.now()
  const streams = load.streamEnds()
  await work(cluster)
  await cluster.database.healthy()
  await cluster.nodes.ready()
  await until('The portal', isServed)
  await pause(5000)
  const without = load.writers.secondsWithout(begun)
  const ended = load.streamEnds() - streams
  await load.stop()
  const mails = await arrived(load.writers.subjects)
  const lost = (await load.writers.lost()) + mails.missing
  return { ...load.requests(), without, ended, lost, acknowledged: load.writers.count(), twice: mails.twice }
}

const sum = (outcomes: Outcome[], part: keyof Outcome) => outcomes.reduce((all, outcome) => all + outcome[part], 0)
const sorted = (outcomes: Outcome[], part: keyof Outcome) => outcomes.map((one) => one[part]).sort((a, b) => a - b)

const figuresOf = ({ name, most }: Fault, outcomes: Outcome[]): Figure[] => {
  const without = sorted(outcomes, 'without')
  const [p95 = 0, slowest = 0] = [without[Math.ceil(0.95 * without.length) - 1], sorted(outcomes, 'slowest').at(-1)]
  const [failed, all] = [sum(outcomes, 'failed'), sum(outcomes, 'all')]
  const [lost, acknowledged] = [sum(outcomes, 'lost'), sum(outcomes, 'acknowledged')]
  const [ended, twice] = [sum(outcomes, 'ended'), sum(outcomes, 'twice')]
  const row = [`${failed} of ${all}`, p95.toFixed(1), slowest.toFixed(1), ended, `${lost} of ${acknowledged}`, twice]
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

/** Three machines on this one, from deploy/cluster/: etcd, PostgreSQL under Patroni, HAProxy, nodes, Swift as the object store. */
export const drillCluster = async () => {
  const missing = programs.filter((path) => !existsSync(path))
  if (missing.length > 0)
    return `needs Debian’s haproxy, patroni, etcd-server and postgresql-15 (${missing.join(', ')})`
  if (!hasObjectStore) return 'needs Debian’s python3-swift'
  const folder = await mkdtemp(`${tmpdir()}/fornix-cluster-`)
  const smtpPort = await freePort()
  const inbox = await startInbox(smtpPort)
  const stops: (() => Promise<unknown>)[] = [async () => inbox.close()]
  const kept = <Part extends { stop: () => Promise<unknown> }>(part: Part) => {
    stops.unshift(part.stop)
    return part
  }
  const arrived = async (subjects: string[]): Promise<Mails> => {
    const missing = () => subjects.filter((one) => !inbox.arrived.has(one)).length
    await until('All mails', async () => missing() === 0).catch(() => {})
    return { missing: missing(), twice: inbox.twice(subjects) }
  }
  try {
    const ca = await authority(folder, 'drill')
    setDefaultCACertificates([...getCACertificates('default'), await readFile(ca.certificate, 'utf8')])
    const names = [proxy.host, ...machines.map(addressOf)].map((address) => `IP:${address}`).join(',')
    const { certificate: crt, key } = await ca.sign('cluster', names)
    const database = kept(await startDatabase(folder, { crt, key, ca: ca.certificate }))
    const front = kept(await startProxy(folder, { crt, key }))
    const nodes = kept(await startNodes(folder, ca.certificate, smtpPort))
    await until('The portal', isServed)
    const figures: Figure[] = []
    for (const fault of faults.filter(({ name }) => name.includes(faultWanted))) {
      const outcomes: Outcome[] = []
      for (let time = 0; time < repeats; time++)
        outcomes.push(await suffer(fault, { database, proxy: front, nodes }, arrived))
      figures.push(...figuresOf(fault, outcomes))
    }
    return figures
  } finally {
    for (const stop of stops) await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
