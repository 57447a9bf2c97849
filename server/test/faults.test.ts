import { readdir } from 'node:fs/promises'
import { downloadMyDocument, listMyDocuments, updateMyProfile, uploadMyDocument } from '@fornix/contract'
import { afterEach, expect, test } from 'vitest'
import { unavailable } from '../src/platform/base/errors.ts'
import { smallPdf } from './given.ts'
import { type TestUser, testApp } from './harness.ts'

/** What goes wrong now: an error before a write, or the word of the commit lost on its way back. */
let fault: 'database full' | 'files full' | 'commit lost' | undefined
const failure = (code: string) => Object.assign(new Error('no space left'), { code })

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
        put: (key, stream, options) =>
          fault === 'files full' ? Promise.reject(failure('ENOSPC')) : files.store.put(key, stream, options),
      },
    },
  }),
})
afterEach(() => {
  fault = undefined
})

const storedFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
const upload = (ana: TestUser) =>
  send(ana, uploadMyDocument, { params: { key: ana.code } }, { file: { name: 'a.pdf', bytes: smallPdf('kept') } })
const documentsOf = async (ana: TestUser) =>
  (await as(ana).call(listMyDocuments, { params: { key: ana.code }, query: {} })).documents

test.each([
  ['database full', 'There is no space left. What you sent was not saved.'],
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

test('a change that finds no space in the database is refused, not a fault of the program', async () => {
  const ana = await given.patient()
  fault = 'database full'
  const { status, body } = await send(ana, updateMyProfile, { body: { city: 'Boston' } })
  expect([status, body?.code]).toEqual([507, 'full'])
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
