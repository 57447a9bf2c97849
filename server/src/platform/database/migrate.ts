import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { codeOf } from '../base/caught.ts'
import { locks } from './locks.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { withClient } from './with-client.ts'

/** How long a migration may keep requests waiting behind it, and how it is tried again when that was not enough. */
const patience = { lockMs: 2000, firstPauseMs: 500, longestPauseMs: 15_000, attempts: 20 }
type Options = Partial<typeof patience> & {
  migrations?: Migration[]
  report?: (line: string) => void
}

/** A lock that others hold, or one that others who hold it wait for behind this one. */
const lockFailures = ['55P03', '40P01']

/**
 * Runs the migrations that have not run yet, in order, as the owner, while older programs go on with their work. Whoever waits
 * for a lock on a table makes everybody wait who comes after, so each waits briefly, gives up, and is tried again. Migrations
 * that this version does not know are of a newer one and no harm.
 */
export const migrate = async (ownerUrl: string, { migrations, report = () => {}, ...options }: Options = {}) => {
  const rules = { ...patience, ...options }
  const all = migrations ?? (await readMigrations())
  const asOwner = { connectionString: ownerUrl }
  const inTurn = (client: pg.Client) => async (guard: pg.Client) => {
    await takeTurn(guard)
    await patiently(client, 'migrations.applied', rules, report, () =>
      briefly(client, rules.lockMs, () => client.query(prepareTable)),
    )
    const done = await appliedNames(client)
    for (const migration of all.filter(({ name }) => !done.has(name))) {
      await patiently(client, migration.name, rules, report, () => once(client, migration, rules.lockMs))
      report(`${migration.name} has run`)
    }
  }
  await withClient(asOwner, (client) => withClient(asOwner, inTurn(client)))
}

/**
 * One program migrates at a time. The lock is a transaction's, so that a pooler may stand in between, and is asked for without
 * waiting: whoever waits in a statement holds up the making of an index that locks nothing.
 */
const takeTurn = async (guard: pg.Client) => {
  for (;;) {
    await guard.query('begin')
    const { rows } = await guard.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(${locks.migrations}) as mine`,
    )
    if (rows[0]?.mine) return
    await guard.query('rollback')
    await pause(100)
  }
}

// Programs from before 0063 know the table by the name of a library; for them a view has it, which they may also insert into.
// It takes over who may read the table, or no node could start again after a migration before 0063 has failed.
const prepareTable = `
  do $$ declare reader text; begin
    if to_regclass('migrations.applied') is null then
      create schema if not exists migrations;
      if to_regclass('migrations.kysely_migration') is null then
        create table migrations.applied (name varchar(255) primary key, timestamp varchar(255) not null);
      else
        alter table migrations.kysely_migration rename to applied;
      end if;
      create view migrations.kysely_migration as select name, timestamp from migrations.applied;
      for reader in
        select case a.grantee when 0 then 'public' else a.grantee::regrole::text end
          from pg_class c, aclexplode(c.relacl) a
         where c.oid = 'migrations.applied'::regclass and a.privilege_type = 'SELECT' and a.grantee <> c.relowner
      loop
        execute format('grant select on migrations.kysely_migration to %s', reader);
      end loop;
    end if;
  end $$`

const appliedNames = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>('select name from migrations.applied')
  return new Set(rows.map(({ name }) => name))
}

const patiently = async (
  client: pg.Client,
  name: string,
  rules: typeof patience,
  report: (line: string) => void,
  work: () => Promise<unknown>,
) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      await client.query('rollback')
      if (!lockFailures.includes(codeOf(error))) throw error
      if (attempt >= rules.attempts)
        throw new Error(
          `The migration ${name} gave up after ${attempt} attempts to lock a table that others hold. Nothing of it has happened; end long transactions and start it again.`,
          { cause: error },
        )
      const longest = Math.min(rules.firstPauseMs * 2 ** (attempt - 1), rules.longestPauseMs)
      report(`${name} could not lock a table and is tried again`)
      await pause(longest * (0.5 + Math.random() / 2))
    }
  }
}

const once = async (client: pg.Client, { name, text, statements }: Migration, lockMs: number) => {
  if (statements) {
    // Indexes made concurrently wait for others, but nobody waits for them.
    for (const statement of statements) await client.query(statement)
    return note(client, name)
  }
  await briefly(client, lockMs, async () => {
    await client.query(text)
    await note(client, name)
  })
}

const briefly = async (client: pg.Client, lockMs: number, work: () => Promise<unknown>) => {
  await client.query(`begin; set local lock_timeout = ${lockMs}`)
  await work()
  await client.query('commit')
}

/**
 * The migrations up to `last`, or all, inside a transaction that has begun, for a database that nobody uses yet: there an index
 * may lock its table.
 */
export const migrateWithin = async (client: pg.Client, last?: string) => {
  await client.query(prepareTable)
  const done = await appliedNames(client)
  for (const { name, text } of await readMigrations()) {
    if (done.has(name) || (last !== undefined && name > last)) continue
    await client.query(text.replace(/\bconcurrently\b/gi, ''))
    await note(client, name)
  }
}

const note = (client: pg.Client, name: string) =>
  client.query('insert into migrations.applied (name, timestamp) values ($1, $2)', [name, new Date().toISOString()])

/** The migrations of this version that have not run, as far as the role of the jobs can tell. */
export const pendingMigrations = async (systemUrl: string) => {
  const names = (await readMigrations()).map(({ name }) => name)
  return withClient({ connectionString: systemUrl }, async (client) => {
    // By the name that a database has whether this version has migrated it or not.
    const { rows } = await client.query<{ name: string }>('select name from migrations.kysely_migration')
    const done = new Set(rows.map(({ name }) => name))
    return names.filter((name) => !done.has(name))
  }).catch((error) => {
    // Nobody has migrated yet: there is no such table, no such schema, or no right to read it.
    if (!['42P01', '3F000', '42501'].includes(codeOf(error))) throw error
    return names
  })
}
