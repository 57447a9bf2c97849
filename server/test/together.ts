import pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** Sends while somebody holds the rows of a statement, so that all wait for them, and then lets all go at once. */
export const togetherIn =
  ({ url, owner }: Pick<TestApp, 'url' | 'owner'>) =>
  async <T>(rows: string, values: unknown[], sends: () => Promise<T>[]) => {
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('begin')
    await holder.query(`${rows} for update`, values)
    const all = sends()
    const waiting = () =>
      owner(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(all.length)
    await holder.query('rollback')
    await holder.end()
    return Promise.all(all)
  }
