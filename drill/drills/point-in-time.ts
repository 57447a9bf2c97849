import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../../bench/report.ts'
import { until } from '../cluster/processes.ts'
import { type Place, prepareArchive } from '../point-in-time/archived-postgres.ts'
import { auditProblems, finishRestore } from '../point-in-time/finish-restore.ts'
import { addressNumber, startTimedWriters, type Written } from '../point-in-time/timed-writers.ts'
import { type Portal, startPortal } from '../portal.ts'

const programs = ['/usr/bin/pgbackrest', '/usr/lib/postgresql/15/bin/postgres']
/** Rows beside those of the portal, which do not compress. */
const ballastGb = Number(process.env.DRILL_GB ?? 1)
const shippedTimeout = 30

type Archive = Awaited<ReturnType<typeof prepareArchive>>

const say = (what: string) => console.log(`  ${new Date().toTimeString().slice(0, 8)} ${what}`)

const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

const prepareFirst = async (archive: Archive, first: Place) => {
  say(`${ballastGb} GB of ballast`)
  await first.initialise()
  // The ballast is no part of what is measured of the archive.
  await first.start({ archive_mode: 'off', max_wal_size: '8GB' })
  await first.psql(`create role owner superuser login password '${archive.password}'`)
  for (const name of ['fornix', 'ballast'])
    await first.psql(`create database ${name} owner owner encoding 'UTF8' template template0`)
  await first.psql('create extension pgcrypto', 'ballast')
  await first.psql('create table ballast (id bigint, bytes bytea)', 'ballast')
  const rows = Math.round(ballastGb * 1_000_000)
  await first.psql(`insert into ballast select n, gen_random_bytes(1000) from generate_series(1, ${rows}) n`, 'ballast')
  await first.stop()
  await first.start()
  await first.pgbackrest('stanza-create')
  await first.pgbackrest('check')
  return first
}

const quoted = (ids: string[]) => ids.map((id) => `'${id}'`).join(', ') || 'null'

/** Of what was acknowledged, what the database that came back lacks. */
const lostOf = async (archive: Archive, portal: Portal, { documents, changes, patient }: Written) => {
  const found = await archive.ask<{ file_id: string; hash: string }>(
    `select file_id, encode(sha256, 'hex') as hash from files where file_id in (${quoted(documents.map(({ file_id }) => file_id))})`,
  )
  const hashes = new Map(found.map(({ file_id, hash }) => [file_id, hash]))
  const number = await addressNumber(portal.address, patient)
  return [
    ...documents.filter(({ file_id, sha256 }) => hashes.get(file_id) !== sha256),
    ...changes.filter((change) => change.number > number),
  ]
}

/** Somebody drops a table by hand, and all goes back to the second before, on another machine with a copy of the files. */
const goBack = async (archive: Archive, first: Place, machine: NewMachine, open: Open) => {
  say('full backup')
  const full = await timed(() => first.pgbackrest('--type=full', 'backup'))
  const before = await open()
  const settings = { DATABASE_URL: archive.url }
  const known = await auditProblems({ ...settings, DATA_DIR: before.dataDir })
  const writers = startTimedWriters(before.address)
  await writers.documents(400)
  const incremental = await timed(() => first.pgbackrest('--type=incr', 'backup'))
  await writers.documents(1000)
  const [moment] = await archive.ask<{ target: string; ms: number }>(
    `select to_char(at, 'YYYY-MM-DD HH24:MI:SS.US+00') as target, extract(epoch from at)::float8 * 1000 as ms from clock_timestamp() at`,
  )
  const { target, ms } = moment ?? { target: '', ms: 0 }
  say(`back to ${target}`)
  await pause(1000)
  await archive.ask('drop table files cascade')
  await pause(5000)
  await writers.stop()
  const [size] = await archive.ask<{ gb: number }>(
    'select sum(pg_database_size(oid))::float8 / 1e9 as gb from pg_database',
  )

  const begun = performance.now()
  const [last] = await archive.ask<{ wal: string }>('select pg_walfile_name(pg_switch_wal()) as wal')
  await until('The last WAL', async () => {
    const [row] = await archive.ask<{ wal: string }>('select last_archived_wal as wal from pg_stat_archiver')
    return row !== undefined && row.wal >= (last?.wal ?? '')
  })
  const dataDir = `${archive.folder}/portal`
  await cp(before.dataDir, dataDir, { recursive: true, preserveTimestamps: true })
  await before.stop()
  await first.stop()
  const second = await machine()
  const copied = await timed(() =>
    second.pgbackrest('--type=time', `--target=${target}`, '--target-action=promote', 'restore'),
  )
  const played = await second.start()
  const [later] = await archive.ask<{ count: number }>(
    `select count(*)::int as count from audit_events where at > '${target}'`,
  )
  const environment = { ...settings, DATA_DIR: dataDir }
  const { opened, problems } = await finishRestore(environment, 'a table was dropped by hand', known)
  const portal = await open(dataDir)
  const whole = (performance.now() - begun) / 1000

  const { documents, changes, patient } = writers.written
  const acknowledged = {
    documents: documents.filter(({ ackedAt }) => ackedAt < ms),
    changes: changes.filter(({ ackedAt }) => ackedAt < ms),
    patient,
  }
  const lost = await lostOf(archive, portal, acknowledged)
  const tooNew = await archive.ask(
    `select from files where file_id in (${quoted(documents.filter(({ sentAt }) => sentAt > ms).map(({ file_id }) => file_id))})`,
  )
  const number = await addressNumber(portal.address, patient)
  const changedLater = changes.filter((change) => change.sentAt > ms && change.number <= number)
  const figures: Figure[] = [
    { what: 'size of the databases', value: size?.gb ?? 0, unit: 'GB' },
    { what: 'full backup', value: full, unit: 's' },
    { what: 'incremental backup under writers', value: incremental, unit: 's' },
    {
      what: 'back to a second: acknowledged before',
      value: acknowledged.documents.length + acknowledged.changes.length,
      unit: '',
    },
    { what: 'back to a second: of these lost', value: lost.length, unit: '', atMost: 0 },
    {
      what: 'back to a second: acknowledged after',
      value: changes.filter(({ sentAt }) => sentAt > ms).length,
      unit: '',
      atLeast: 1,
    },
    {
      what: 'back to a second: rows of after that are there',
      value: (later?.count ?? 0) + tooNew.length + changedLater.length,
      unit: '',
      atMost: 0,
    },
    { what: 'back to a second: documents opened and compared', value: opened, unit: '', atLeast: 1 },
    { what: 'back to a second: new problems of the audit trail', value: problems.length, unit: '', atMost: 0 },
    { what: 'back to a second: pgBackRest restores', value: copied, unit: 's' },
    { what: 'back to a second: WAL is played back', value: played, unit: 's' },
    { what: 'back to a second: until the portal is ready (RTO)', value: whole, unit: 's', atMost: 900 },
  ]
  return { figures, portal, machine: second, environment, known }
}

type Open = (dataDir?: string) => Promise<Portal>
type NewMachine = () => Promise<Place>

type Lost = { portal: Portal; machine: Place; environment: Record<string, string>; known: string[] }

/** kill -9 just before the next segment would leave, and the disk is lost with it: the worst moment. */
const loseMachine = async (
  archive: Archive,
  { portal, machine, environment, known }: Lost,
  timeout: number,
  next: Place,
) => {
  const name = `disk lost, archive_timeout ${timeout}`
  const writers = startTimedWriters(portal.address)
  const archivedAt = async () =>
    (await archive.ask<{ at: string }>('select last_archived_time::text as at from pg_stat_archiver'))[0]?.at
  say(name)
  const before = await archivedAt()
  await until('The next WAL', async () => (await archivedAt()) !== before)
  await pause((timeout - 1) * 1000)
  const killedAt = Date.now()
  say('kill -9')
  await machine.lose()
  const begun = performance.now()
  await pause(2000)
  await writers.stop()
  await next.pgbackrest('restore')
  await next.start({ archive_timeout: 60 })
  const { problems } = await finishRestore(environment, 'the disk of the database was lost', known)
  await portal.ready()
  const whole = (performance.now() - begun) / 1000
  const lost = await lostOf(archive, portal, writers.written)
  const first = Math.min(killedAt, ...lost.map(({ ackedAt }) => ackedAt))
  return [
    {
      what: `${name}: acknowledged`,
      value: writers.written.documents.length + writers.written.changes.length,
      unit: '',
    },
    { what: `${name}: lost`, value: lost.length, unit: '' },
    {
      what: `${name}: seconds lost (RPO)`,
      value: (killedAt - first) / 1000,
      unit: 's',
      ...(timeout === shippedTimeout && { atMost: 60 }),
    },
    { what: `${name}: new problems of the audit trail`, value: problems.length, unit: '', atMost: 0 },
    { what: `${name}: until the portal is ready (RTO)`, value: whole, unit: 's', atMost: 900 },
  ]
}

/** PostgreSQL with pgBackRest, from deploy/pgbackrest/: back to the second before a mistake, and to the last minute of a lost disk. */
export const drillPointInTime = async (): Promise<Figure[] | string> => {
  const missing = programs.filter((path) => !existsSync(path))
  if (missing.length > 0) return `needs Debian’s pgbackrest and postgresql-15 (${missing.join(', ')})`
  const folder = await mkdtemp(`${tmpdir()}/fornix-pitr-`)
  const archive = await prepareArchive(folder)
  const machines: Place[] = []
  const portals: Portal[] = []
  const machine = async () => {
    const place = await archive.place(`machine-${machines.length + 1}`)
    machines.push(place)
    return place
  }
  const open = async (dataDir?: string) => {
    const portal = await startPortal({ DATABASE_URL: archive.url }, dataDir)
    portals.push(portal)
    return portal
  }
  try {
    const back = await goBack(archive, await prepareFirst(archive, await machine()), machine, open)
    const third = await machine()
    const shipped = await loseMachine(archive, back, shippedTimeout, third)
    const slower = await loseMachine(archive, { ...back, machine: third }, 60, await machine())
    return [...back.figures, ...shipped, ...slower]
  } finally {
    for (const portal of portals) await portal.stop()
    for (const place of machines) await place.lose()
    await rm(folder, { recursive: true, force: true })
  }
}
