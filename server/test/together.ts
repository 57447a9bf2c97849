import pg from 'pg'
import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

type App = Pick<TestDatabase, 'url' | 'owner'>

/** Somebody who holds the rows of a statement. What comes back lets them go. */
export const holdRows = async ({ url }: App, rows: string, values: unknown[] = []) => {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`${rows} for update`, values)
  return async () => {
    await holder.query('rollback')
    await holder.end()
  }
}

/** Who waits for something that somebody holds. */
export const waitingIn = ({ owner }: Pick<App, 'owner'>) =>
  owner(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)

const areWaiting = (app: Pick<App, 'owner'>, count: number) =>
  expect.poll(() => waitingIn(app), { timeout: 20_000 }).toHaveLength(count)

/** Sends while somebody holds the rows of a statement, so that all wait for them, and then lets all go at once. */
const togetherIn =
  (app: App) =>
  async <T>(rows: string, values: unknown[], sends: () => Promise<T>[]) => {
    const letGo = await holdRows(app, rows, values)
    const all = sends()
    await areWaiting(app, all.length)
    await letGo()
    return Promise.all(all)
  }

/** The same, each sent once the one before it waits: they go on in this order. */
const inOrderIn =
  (app: App) =>
  async <T>(rows: string, values: unknown[], sends: (() => Promise<T>)[]) => {
    const letGo = await holdRows(app, rows, values)
    const all: Promise<T>[] = []
    try {
      for (const send of sends) {
        all.push(send())
        await areWaiting(app, all.length)
      }
    } finally {
      await letGo()
    }
    return Promise.all(all)
  }

/** Sends while a change is not committed yet, and commits it once the send waits for it. */
const whileChangingIn =
  ({ url, owner }: App) =>
  async <T>(change: string, values: unknown[], send: () => Promise<T>) => {
    const changer = new pg.Client({ connectionString: url })
    await changer.connect()
    await changer.query('begin')
    await changer.query(change, values)
    const answer = send()
    await areWaiting({ owner }, 1)
    await changer.query('commit')
    await changer.end()
    return answer
  }

/** Sends while somebody holds the login; what they changed stands before the answer. */
const whileHeldIn =
  ({ url, owner }: App) =>
  async <T>(login: string, statements: string[], send: () => Promise<T>) => {
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from logins where login_id = $1 for update', [login])
    const answer = send()
    await areWaiting({ owner }, 1)
    for (const statement of statements) await holder.query(statement, [login])
    await holder.query('commit')
    await holder.end()
    return answer
  }

/** Ways to send requests that wait for a lock in the database. */
export const lockWaitsIn = (app: App) => ({
  together: togetherIn(app),
  inOrder: inOrderIn(app),
  whileChanging: whileChangingIn(app),
  whileHeld: whileHeldIn(app),
})

/** Sends what checks the password of a login, while a reset that is not finished holds the login; then the reset ends first. */
export const whilePasswordChanges = async <T>(
  app: Pick<TestDatabase, 'database' | 'owner'>,
  login: string,
  send: () => Promise<T>,
) => {
  const [written, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reset = app.database.unscoped('a reset that is not finished', async (db) => {
    await db.updateTable('logins').set({ password_hash: 'another' }).where('login_id', '=', login).execute()
    written.resolve()
    await over.promise
  })
  await written.promise
  const answer = send()
  await areWaiting(app, 1)
  over.resolve()
  await reset
  return answer
}
