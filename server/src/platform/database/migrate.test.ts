import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/database.ts'
import { migrate } from './migrate.ts'
import { migrationOf, readMigrations } from './migration-files.ts'
import { firstChecked, problemsOf } from './migration-rules.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean()
})

const scans = migrationOf('0001_scans', 'create table scans (id int primary key); insert into scans values (1), (2)')
const grown = migrationOf('0002_grown', 'alter table scans add column note text')
const indexed = migrationOf(
  '0003_indexed',
  'drop index concurrently if exists scans_by_note;\ncreate index concurrently scans_by_note on scans (note);\n',
)

const aDatabase = async () => {
  const { url, query, drop } = await emptyDatabase()
  cleanups.push(drop)
  await migrate(url, { migrations: [scans] })
  return { url, query }
}
/** A request by an older program in the middle of its transaction. */
const reader = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  cleanups.push(() => client.end())
  await client.query('begin; select from scans')
  return client
}
const quick = { lockMs: 100, firstPauseMs: 20, maxPauseMs: 50 }
const columns = "select attname as name from pg_attribute where attrelid = 'scans'::regclass and attnum > 0"

test('a migration gives up a lock while others read, lets them go on, and comes back until it has it', async () => {
  const { url, query } = await aDatabase()
  const old = await reader(url)
  let failures = 0
  const migrating = migrate(url, {
    ...quick,
    migrations: [scans, grown],
    attempts: 1000,
    report: (line) => {
      if (!line.endsWith('is tried again')) return
      failures++
      // The one blocking it ends only after others have read in between.
      if (failures === 3) void query('select from scans').then(() => old.query('commit'))
    },
  })
  await migrating
  expect(failures).toBeGreaterThanOrEqual(3)
  expect(await query(columns)).toEqual([{ name: 'id' }, { name: 'note' }])
})

test('a migration that others’ locks lead into a deadlock is tried again', async () => {
  const { url, query } = await aDatabase()
  await query('create sequence attempts')
  const deadlock = "do $$ begin if nextval('attempts') = 1 then raise sqlstate '40P01'; end if; end $$"
  await migrate(url, { ...quick, migrations: [scans, migrationOf('0002_deadlock', deadlock)] })
  expect(await query("select nextval('attempts')::int as next")).toEqual([{ next: 3 }])
})

test('a migration that never gets its lock says so, and nothing of it has happened', async () => {
  const { url, query } = await aDatabase()
  const old = await reader(url)
  const both = migrationOf('0002_both', 'create table early (id int); alter table scans add column note text')
  await expect(migrate(url, { ...quick, migrations: [scans, both], attempts: 2 })).rejects.toThrow(
    'The migration 0002_both gave up after 2 attempts to lock a table',
  )
  await old.query('commit')
  expect(await query("select to_regclass('early') as early")).toEqual([{ early: null }])
  await migrate(url, { ...quick, migrations: [scans, both] })
  expect(await query(columns)).toHaveLength(2)
})

test('programs that start at once migrate once', async () => {
  const { url, drop, query } = await emptyDatabase()
  cleanups.push(drop)
  const told: string[] = []
  const all = { migrations: [scans, grown, indexed], report: (line: string) => void told.push(line) }
  await Promise.all([migrate(url, all), migrate(url, all), migrate(url, all)])
  expect(told).toEqual(['0001_scans has run', '0002_grown has run', '0003_indexed has run'])
  expect(await query('select from scans')).toHaveLength(2)
})

/** As a program from before 0063 left it. */
const anOlderDatabase = async () => {
  const { url, query, drop } = await emptyDatabase()
  cleanups.push(drop)
  await query(`create schema migrations;
    create table migrations.kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    grant usage on schema migrations to fornix_system;
    grant select on migrations.kysely_migration to fornix_system;
    create table scans (id int primary key);
    insert into migrations.kysely_migration values ('0001_scans', '')`)
  return { url, query }
}

test('the table of an older program is renamed, and that program still reads and adds names', async () => {
  const { url, query } = await anOlderDatabase()
  await migrate(url, { migrations: [scans, grown] })
  await query("insert into migrations.kysely_migration (name, timestamp) values ('0003_of_the_older', '')")
  const names = [{ name: '0001_scans' }, { name: '0002_grown' }, { name: '0003_of_the_older' }]
  expect(await query('select name from migrations.kysely_migration order by name')).toEqual(names)
  expect(await query('select name from migrations.applied order by name')).toEqual(names)
})

test('who could read the table of an older program can do so when no migration succeeds', async () => {
  const { url, query } = await anOlderDatabase()
  const broken = migrationOf('0002_broken', 'select 1 / 0')
  await expect(migrate(url, { migrations: [scans, broken] })).rejects.toThrow('division by zero')
  for (const name of ['kysely_migration', 'applied'])
    expect(await query(mayRead, ['fornix_system', `migrations.${name}`])).toEqual([{ may: true }])
  expect(await query(mayRead, ['fornix_app', 'migrations.kysely_migration'])).toEqual([{ may: false }])
})
const mayRead = "select has_table_privilege($1, $2, 'select') as may"

test('the table of an older program is renamed once nobody reads it, and keeps nobody waiting until then', async () => {
  const { url, query } = await anOlderDatabase()
  const old = new pg.Client({ connectionString: url })
  await old.connect()
  cleanups.push(() => old.end())
  await old.query('begin; select from migrations.kysely_migration')
  let failures = 0
  await migrate(url, {
    ...quick,
    migrations: [scans],
    attempts: 1000,
    report: () => {
      failures++
      if (failures === 2) void query('select from migrations.kysely_migration').then(() => old.query('commit'))
    },
  })
  expect(failures).toBeGreaterThanOrEqual(2)
  expect(await query('select name from migrations.applied')).toEqual([{ name: '0001_scans' }])
})

test('an older program starts on a newer schema, and a late branch’s migration runs out of order', async () => {
  const { url, query } = await aDatabase()
  await migrate(url, { migrations: [scans, indexedLater] })
  await migrate(url, { migrations: [scans] })
  await migrate(url, { migrations: [scans, grown, indexedLater] })
  expect(await query(columns)).toHaveLength(3)
})
const indexedLater = migrationOf('0009_later', 'alter table scans add column later text')

test('a migration that fails leaves nothing behind and stops those after it', async () => {
  const { url, query } = await aDatabase()
  const broken = migrationOf('0002_broken', 'alter table scans add column note text; select 1 / 0')
  await expect(migrate(url, { migrations: [scans, broken, indexed] })).rejects.toThrow('division by zero')
  expect(await query(columns)).toHaveLength(1)
})

test.each([
  ['drop table scans', 'drops a table'],
  ['alter table scans drop column note', 'drops a column'],
  ['alter table scans drop note', 'drops a column'],
  ['alter table scans rename column note to remark', 'renames'],
  ['alter table scans rename to pictures', 'renames'],
  ['alter table scans alter column note set not null', 'forbids null'],
  ['alter table scans alter note type int using 1', 'changes the type'],
  ['alter table scans add column kind text not null', 'give it a default'],
  ['alter table scans add constraint short check (length(note) < 9)', 'not valid'],
  ['create index scans_by_note on scans (note)', 'concurrently'],
  ['create unique index concurrently scans_by_note on scans (note)', 'drop index concurrently if exists scans_by_note'],
  ['drop index concurrently if exists a;\ncreate index concurrently a on b (c);\nselect 1', 'must do nothing else'],
])('the rules for migrations refuse: %s', (text, why) => {
  expect(problemsOf(migrationOf('0099_bad', text)).join()).toContain(why)
})

test.each([
  'create table fresh (id int, note text not null); create index fresh_by_note on fresh (note); alter table fresh alter column id set not null',
  "alter table scans add column kind text not null default 'MR', add column seen timestamptz",
  'alter table scans add constraint short check (length(note) < 9) not valid',
  'alter table scans alter column note drop not null',
  '-- contract: nothing reads it since 0.2\nalter table scans drop column note',
  indexed.text,
])('the rules for migrations take: %s', (text) => {
  expect(problemsOf(migrationOf('0099_good', text))).toEqual([])
})

test(`every migration from ${firstChecked} on can run while an older program serves`, async () => {
  const checked = (await readMigrations()).filter(({ name }) => name >= firstChecked)
  expect(checked.flatMap(problemsOf)).toEqual([])
})
