import pg from 'pg'
import { vi } from 'vitest'

/** While the work lasts, a connection of its own commits and then breaks. */
export const withLostCommit = async <T>(work: () => Promise<T>) => {
  const { query } = pg.Client.prototype
  const send = (client: pg.Client, all: unknown[]): unknown => Reflect.apply(query, client, all)
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...all: unknown[]) {
    if (all[0] !== 'commit') return send(this, all)
    return Promise.resolve(send(this, all)).then(() => {
      throw new Error('Connection terminated unexpectedly')
    })
  })
  try {
    return await work()
  } finally {
    spy.mockRestore()
  }
}
