import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { addSavedView, downloadMyDocument, listMyDocuments, updateMyProfile, uploadMyDocument } from '@fornix/contract'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { unavailable } from '../src/platform/base/errors.ts'
import { s3Store } from '../src/platform/files/stores/s3-store.ts'
import { smallPdf } from './given.ts'
import { type TestUser, testApp } from './harness.ts'

/** What goes wrong now: an error before a write, or the word of the commit lost on its way back. */
let fault: 'database full' | 'files full' | 'files silent' | 'commit lost' | undefined
const failure = (code: string) => Object.assign(new Error('no space left'), { code })

/** An object store that takes connections and says nothing. */
const silentServer = createServer(() => {}).listen(0, '127.0.0.1')
await once(silentServer, 'listening')
const { port } = silentServer.address() as { port: number }
const silent = s3Store({
  bucket: 'files',
  prefix: '',
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${port}`,
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
})
afterAll(() => {
  silent.close()
  silentServer.close()
})

const { given, send, as, folder } = await testApp({
  platform: ({ database, files }) => ({
    database: {
      ...database,
      scoped: async (scope, work, closing) => {
        if (closing && fault === 'database full') throw failure('53100')
        const result = await database.scoped(scope, work, closing)
        if (closing && fault === 'commit lost') throw unavailable()
        return result
      },
    },
    files: {
      ...files,
      store: {
        ...files.store,
        put: (key, stream, options) => {
          if (fault === 'files full') return Promise.reject(failure('ENOSPC'))
          return (fault === 'files silent' ? silent : files.store).put(key, stream, options)
        },
        delete: (key) => (fault === 'files silent' ? silent : files.store).delete(key),
      },
    },
  }),
})
afterEach(() => {
  vi.restoreAllMocks()
  fault = undefined
})

const storedFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
const upload = (ana: TestUser) =>
  send(ana, uploadMyDocument, { params: { key: ana.code } }, { file: { name: 'a.pdf', bytes: smallPdf('kept') } })
const documentsOf = async (ana: TestUser) =>
  (await as(ana).call(listMyDocuments, { params: { key: ana.code }, query: {} })).documents

test.each([
  ['database full', 'There is no space left, so this was not saved. Please contact the clinic.'],
  ['files full', 'There is no space left for files.'],
] as const)('with the %s an upload is refused in a sentence, and nothing of it is left', async (which, sentence) => {
  const ana = await given.patient()
  const before = await storedFiles()
  fault = which
  const { status, body } = await upload(ana)
  expect([status, body]).toMatchObject([507, { error: sentence, code: 'full' }])
  fault = undefined
  expect([await storedFiles(), await documentsOf(ana)]).toEqual([before, []])
  expect((await upload(ana)).status).toBe(200)
})

test('an upload to a store that says nothing is refused in a sentence, in a time that a proxy waits', async () => {
  const ana = await given.patient()
  const waits: number[] = []
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waits.push(ms)
    return timeout(ms / 200)
  })
  fault = 'files silent'
  const { status, body } = await upload(ana)
  expect([status, body]).toMatchObject([503, { code: 'unavailable' }])
  expect(body).toHaveProperty('error', 'Files are not available right now. Please try again in a moment.')
  // deploy/ gives up on a node after 130 s.
  expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThan(100_000)
})

test('a change that finds no space in the database is refused, and staff are not told to contact the clinic', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  fault = 'database full'
  const { status, body } = await send(ana, updateMyProfile, { body: { city: 'Boston' } })
  expect([status, body?.code]).toEqual([507, 'full'])
  const ofStaff = await send(nora, addSavedView, { body: { name: 'Mine', filters: {} } })
  expect([ofStaff.status, ofStaff.body]).toMatchObject([
    507,
    { error: 'There is no space left, so this was not saved. Please tell your IT team.' },
  ])
})

test('when nobody knows whether a commit came through, the file stays for the row that may be there', async () => {
  const ana = await given.patient()
  fault = 'commit lost'
  expect((await upload(ana)).status).toBe(503)
  fault = undefined
  const [kept] = await documentsOf(ana)
  const { status, bytes } = await send(ana, downloadMyDocument, { params: { file_id: kept?.file_id ?? '' } })
  expect([status, bytes.equals(smallPdf('kept'))]).toEqual([200, true])
})
