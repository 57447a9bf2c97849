import { setTimeout as pause } from 'node:timers/promises'
import { times } from '../scale.ts'
import type { Way } from '../tcp-way.ts'
import type { ClusterDatabase } from './database.ts'
import { nginxAddress, type startProxy } from './fronts.ts'
import type { Network } from './network.ts'
import type { startNodes } from './portal.ts'
import { until } from './processes.ts'
import { machines } from './shipped.ts'

export type Cluster = {
  network: Network
  database: ClusterDatabase
  proxy: Awaited<ReturnType<typeof startProxy>>
  nodes: Awaited<ReturnType<typeof startNodes>>
}
/** `most`: requests that may fail. `people`: so many beside the writers. `address`: where they go, unless to HAProxy. */
export type Fault = {
  name: string
  most?: number
  people?: number
  address?: string
  work: (cluster: Cluster) => Promise<unknown>
}

const seconds = (count: number) => pause(times(count) * 1000)

type Undo = (() => unknown) | undefined
/** Something is broken for a while, and put right. */
const during = async (count: number, breaking: Promise<Undo> | Undo) => {
  const putRight = await breaking
  await seconds(count)
  await putRight?.()
}

// Not by `faketime` itself: it stays the parent, and dies of a signal without its node.
const tenMinutesAhead = ['/usr/bin/env', 'LD_PRELOAD=/usr/$LIB/faketime/libfaketime.so.1', 'FAKETIME=+600s']

const restartAll = async ({ nodes }: Cluster) => {
  for (const machine of machines) await nodes.restart(machine)
}
const way = ({ nodes }: Cluster, to: 'store' | 'pacs', what: Way) => {
  void nodes[to].become(what)
  return () => nodes[to].become('open')
}

export const faults: Fault[] = [
  // Before all others: it needs the old schema.
  { name: 'rolling upgrade', most: 0, people: 190, work: ({ nodes }) => nodes.upgrade() },
  { name: 'nothing', most: 0, work: () => seconds(20) },
  { name: 'rolling restart of the nodes', most: 0, people: 190, work: restartAll },
  { name: 'rolling restart behind nginx', most: 0, people: 190, address: nginxAddress, work: restartAll },
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
    work: async ({ database }) => during(40, database.freeze(await database.theLeader())),
  },
  {
    name: `the leader’s machine cut off for ${times(40)} s`,
    work: async ({ network, database }) => during(40, network.cut(await database.theLeader())),
  },
  {
    name: `the leader’s disk full for ${times(30)} s`,
    work: async ({ database }) => {
      const leader = await database.theLeader()
      await during(30, database.fillDisk(leader))
      database.startEtcd()
    },
  },
  {
    name: `the leader’s disk slow for ${times(30)} s`,
    work: async ({ database }) => during(30, database.slowDisk(await database.theLeader())),
  },
  { name: `node hangs for ${times(30)} s`, work: ({ nodes }) => during(30, nodes.freeze(1)) },
  {
    name: `a node’s clock 10 minutes ahead for ${times(30)} s`,
    work: async ({ nodes }) => {
      await nodes.restart(1, tenMinutesAhead)
      await seconds(30)
      await nodes.restart(1)
    },
  },
  { name: 'HAProxy restarted', work: ({ proxy }) => proxy.restart() },
  { name: 'PgBouncer restarted', work: ({ nodes }) => nodes.pooler.restart() },
  {
    name: `etcd away for ${times(30)} s`,
    work: async ({ database }) => {
      await database.stopEtcd()
      await during(30, () => database.startEtcd())
    },
  },
  { name: `object store slow for ${times(30)} s`, work: (cluster) => during(30, way(cluster, 'store', 'slow')) },
  { name: `object store hangs for ${times(30)} s`, work: (cluster) => during(30, way(cluster, 'store', 'hanging')) },
  { name: `PACS hangs for ${times(30)} s`, work: (cluster) => during(30, way(cluster, 'pacs', 'hanging')) },
  { name: `PACS away for ${times(30)} s`, work: (cluster) => during(30, way(cluster, 'pacs', 'refusing')) },
]
