import pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** Sends while somebody holds the login; what they changed stands before the answer. */
export const whileHeldIn =
  ({ url, owner }: Pick<TestApp, 'url' | 'owner'>) =>
  async <T>(login: string, statements: string[], sending: () => Promise<T>) => {
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from logins where login_id = $1 for update', [login])
    const sent = sending()
    const waiting = () =>
      owner(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1)
    for (const statement of statements) await holder.query(statement, [login])
    await holder.query('commit')
    await holder.end()
    return sent
  }
