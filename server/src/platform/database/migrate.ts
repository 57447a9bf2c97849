import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { codeOf } from '../base/unknown-error.ts'
import { locks } from './locks.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { withClient } from './with-client.ts'

/** How long a migration may keep requests waiting, and how it is retried if that was too short. */
const defaults = { lockMs: 2000, firstPauseMs: 500, maxPauseMs: 15_000, attempts: 20 }
type Options = Partial<typeof defaults> & {
  migrations?: Migration[]
  report?: (line: string) => void
}

/** A lock that others hold, or a deadlock with others waiting behind this one. */
const lockFailures = ['55P03', '40P01']

/**
 * Runs pending migrations, in order, as the owner, while older programs keep working. Waiting for a table lock blocks all later requests,
 * so each migration waits briefly, gives up, and retries. Migrations unknown to this version come from a newer one and are harmless.
 */
export const migrate = async (ownerUrl: string, { migrations, report = () => {}, ...options }: Options = {}) => {
  const rules = { ...defaults, ...options }
  const all = migrations ?? (await readMigrations())
  const asOwner = { connectionString: ownerUrl }
  const runPending = (client: pg.Client) => async (guard: pg.Client) => {
    await lockMigrations(guard)
    await withRetries(client, 'migrations.applied', rules, report, () =>
      withLockTimeout(client, rules.lockMs, () => client.query(prepareTable)),
    )
    const done = await appliedNames(client)
    for (const migration of all.filter(({ name }) => !done.has(name))) {
      await withRetries(client, migration.name, rules, report, () => runMigration(client, migration, rules.lockMs))
      report(`${migration.name} has run`)
    }
  }
  await withClient(asOwner, (client) => withClient(asOwner, runPending(client)))
}

/**
 * One program migrates at a time. The lock is per transaction, so it works through a pooler, and is polled: a statement that waits would
 * hold up a concurrent index build.
 */
const lockMigrations = async (guard: pg.Client) => {
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

// Programs from before 0063 use the table name of a library; a view keeps that name for them, and accepts inserts. It takes over the read
// grants, or no node could restart after a migration before 0063 has failed.
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

const withRetries = async (
  client: pg.Client,
  name: string,
  rules: typeof defaults,
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
      const limitMs = Math.min(rules.firstPauseMs * 2 ** (attempt - 1), rules.maxPauseMs)
      report(`${name} could not lock a table and is tried again`)
      await pause(limitMs * (0.5 + Math.random() / 2))
    }
  }
}

const runMigration = async (client: pg.Client, { name, text, statements }: Migration, lockMs: number) => {
  if (statements) {
    // Concurrent index builds wait for others, but block nobody.
    for (const statement of statements) await client.query(statement)
    return note(client, name)
  }
  await withLockTimeout(client, lockMs, async () => {
    await client.query(text)
    await note(client, name)
  })
}

const withLockTimeout = async (client: pg.Client, lockMs: number, work: () => Promise<unknown>) => {
  await client.query(`begin; set local lock_timeout = ${lockMs}`)
  await work()
  await client.query('commit')
}

/**
 * Runs the migrations up to `last`, or all, inside an open transaction, for a database not yet in use: there an index build may lock its
 * table.
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

/** This version's pending migrations, as far as the jobs' role can tell. */
export const pendingMigrations = async (systemUrl: string) => {
  const names = (await readMigrations()).map(({ name }) => name)
  return withClient({ connectionString: systemUrl }, async (client) => {
    // Uses the name that exists whether or not this version has migrated.
    const { rows } = await client.query<{ name: string }>('select name from migrations.kysely_migration')
    const done = new Set(rows.map(({ name }) => name))
    return names.filter((name) => !done.has(name))
  }).catch((error) => {
    // Not migrated yet: the table or schema does not exist, or the role has no right to read it.
    if (!['42P01', '3F000', '42501'].includes(codeOf(error))) throw error
    return names
  })
}
