import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { type Disk, diskAt, slowWrites } from './disk.ts'
import { on } from './network.ts'
import { asPostgres, program, signalAll, until } from './processes.ts'
import { addressOf, type Machine, machines, ofMachine, shippedFile } from './shipped.ts'

const user = 'drill-superuser-1'
const passwords = {
  PATRONI_SUPERUSER_PASSWORD: user,
  PATRONI_REPLICATION_PASSWORD: 'drill-replicator-1',
  PATRONI_REWIND_PASSWORD: 'drill-rewinder-1',
  PATRONI_RESTAPI_USERNAME: 'patroni',
  PATRONI_RESTAPI_PASSWORD: 'drill-restapi-1',
}
export const superuser = { name: 'postgres', password: user }

/** What Patroni says of the database of one machine. */
type Member = { role: string; state: string; sync_standby?: boolean; timeline?: number }
const member = async (machine: Machine): Promise<Member> => {
  const answer = await fetch(`http://${addressOf(machine)}:8008/patroni`, { signal: AbortSignal.timeout(3000) })
  return (await answer.json()) as Member
}
const found = async (isIt: (member: Member) => boolean) => {
  const members = await Promise.allSettled(machines.map(member))
  return machines.filter((_, index) => {
    const one = members[index]
    return one?.status === 'fulfilled' && one.value.state === 'running' && isIt(one.value)
  })
}

/** Files that Debian's user of PostgreSQL may read, and nobody else. */
const giveToPostgres = async (...paths: string[]) => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat('/var/lib/postgresql')
  for (const path of paths) await chown(path, uid, gid)
}

/** Three etcd and three PostgreSQL under Patroni, from the shipped files. */
export const startDatabase = async (folder: string, certificates: { crt: string; key: string; ca: string }) => {
  const home = (machine: Machine) => `${folder}/database-${machine}`
  const disks = new Map<Machine, Disk>()
  for (const machine of machines) disks.set(machine, await diskAt(home(machine)))
  const as = (machine: Machine) => [...on(machine), ...asPostgres]
  const etcds = new Map(
    await Promise.all(
      machines.map(async (machine) => {
        await mkdir(`${home(machine)}/etcd`, { recursive: true, mode: 0o700 })
        const text = ofMachine(await shippedFile('etcd', []), machine)
        const environment = Object.fromEntries(
          [...text.matchAll(/^(ETCD_\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
        )
        await giveToPostgres(home(machine), `${home(machine)}/etcd`)
        const where = { ETCD_DATA_DIR: `${home(machine)}/etcd` }
        const [log, words] = [`${folder}/etcd-${machine}.log`, ['/usr/bin/etcd']]
        return [machine, program(log, words, { ...environment, ...where }, as(machine))] as const
      }),
    ),
  )
  const patronis = new Map(
    await Promise.all(
      machines.map(async (machine) => {
        const place = home(machine)
        const text = await shippedFile('patroni.yml', [
          ['/var/lib/postgresql/15/fornix', `${place}/data`],
          ['/var/lib/postgresql/.pgpass-patroni', `${place}/pgpass`],
          ['/var/run/postgresql', place],
          ['/etc/patroni/database.crt', `${place}/database.crt`],
          ['/etc/patroni/database.key', `${place}/database.key`],
          ['/etc/patroni/database-ca.crt', `${place}/ca.crt`],
        ])
        const files = [`${place}/database.crt`, `${place}/database.key`, `${place}/ca.crt`, `${place}/patroni.yml`]
        const contents = [
          ...(await Promise.all([certificates.crt, certificates.key, certificates.ca].map((path) => readFile(path)))),
          ofMachine(text, machine),
        ]
        for (const [index, path] of files.entries()) await writeFile(path, contents[index] ?? '', { mode: 0o600 })
        await giveToPostgres(...files)
        const words = ['/usr/bin/patroni', `${place}/patroni.yml`]
        return [machine, program(`${folder}/patroni-${machine}.log`, words, passwords, as(machine))] as const
      }),
    ),
  )
  await chmod(folder, 0o711)

  const postmaster = async (machine: Machine) =>
    Number((await readFile(`${home(machine)}/data/postmaster.pid`, 'utf8').catch(() => '0')).split('\n')[0])
  /** Patroni and PostgreSQL of a machine. */
  const everything = async (machine: Machine) => [patronis.get(machine)?.pid() ?? 0, await postmaster(machine)]
  const leader = async () => (await found(({ role }) => role === 'master' || role === 'primary'))[0]
  /** All three run, and one of the others has all that was acknowledged. */
  const healthy = async () => {
    const [running, following] = [await found(() => true), await found(({ sync_standby }) => sync_standby === true)]
    return running.length === 3 && following.length >= 1 && (await leader()) !== undefined
  }
  const startEtcd = () => {
    for (const etcd of etcds.values()) if (etcd.isGone()) etcd.start()
  }

  startEtcd()
  for (const patroni of patronis.values()) patroni.start()
  await until('A leader and a synchronous standby', healthy, 600)
  return {
    leader,
    healthy: () => until('Three databases again', healthy, 600),
    theLeader: async () => {
      const machine = await leader()
      if (!machine) throw new Error('There is no leader')
      return machine
    },
    /** The machine loses its power: nothing ends in an orderly way. */
    kill: async (machine: Machine) => signalAll(await everything(machine), 'SIGKILL'),
    freeze: async (machine: Machine) => {
      const pids = await everything(machine)
      signalAll(pids, 'SIGSTOP')
      return () => signalAll(pids, 'SIGCONT')
    },
    /** Each gives what puts it right again. */
    fillDisk: async (machine: Machine) => disks.get(machine)?.fill(),
    slowDisk: async (machine: Machine) => slowWrites([await postmaster(machine)]),
    start: (machine: Machine) => patronis.get(machine)?.start(),
    switchover: (machine: Machine) => {
      const config = `${home(machine)}/patroni.yml`
      const words = ['-c', config, 'switchover', '--master', `node-${machine}`, '--force', 'fornix']
      execFileSync('/usr/bin/patronictl', words, { stdio: 'ignore', env: { ...process.env, ...passwords } })
    },
    stopEtcd: () => Promise.all([...etcds.values()].map((etcd) => etcd.stop())),
    startEtcd,
    stop: async () => {
      for (const machine of machines) signalAll(await everything(machine), 'SIGKILL')
      for (const etcd of etcds.values()) await etcd.kill()
      for (const disk of disks.values()) await disk.stop()
    },
  }
}
export type ClusterDatabase = Awaited<ReturnType<typeof startDatabase>>
