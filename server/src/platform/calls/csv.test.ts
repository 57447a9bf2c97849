import { endAllSessions } from '@fornix/contract'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { csvLine } from './csv.ts'
import { csvLines } from './csv-file.ts'

const { given, send, owner, platform } = await testApp()

const wide = ['＝1+1', '＋1', '－1', '＠SUM(A1)', '﹦1', '﹢1', '﹣1', '﹫A1', '⁼1', '₊1', '−1']
test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ...wide])(
  'no spreadsheet takes %j for a formula',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`)
  },
)

const ends: Record<string, (otto: TestUser) => Promise<unknown>> = {
  'is signed out': (otto) => send(otto, endAllSessions),
  'gets another role': ({ id }) => owner("update providers set role = 'Nurse' where provider_id = $1", [id]),
}
test.each(Object.keys(ends))(
  'the rows come in batches until one is short; who %s on the way gets no more',
  async (how) => {
    const otto = await given.staff('Physician')
    const user = (await platform.sessions.resolve({ bearer: otto.token, keepsAlive: false }))!
    const lines = csvLines(platform, user, {
      heads: ['Number'],
      batchSize: 2,
      batch: async (_db, last: number | undefined) => ({ 0: [1, 2], 2: [3, 4], 4: [5] })[last ?? 0] ?? [],
      cells: (row) => [row],
    })
    const next = async () => (await lines.next()).value
    expect(await next()).toBe('\ufeff"Number"\r\n')
    expect(await next()).toBe('"1"\r\n"2"\r\n')
    expect(await next()).toBe('"3"\r\n"4"\r\n')
    await ends[how]?.(otto)

    await expect(next()).rejects.toMatchObject({ status: 401 })
  },
)
