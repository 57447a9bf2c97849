import { downloadMyDocument, fillPath, listMyDocuments, uploadMyDocument } from '@fornix/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { s3Store } from '../src/platform/files/stores/s3-store.ts'
import { smallPdf } from './given.ts'
import { type TestUser, testApp } from './harness.ts'
import { hasObjectStore, spoiltLine, startObjectStore } from './object-store.ts'

/** The store dies when so many bytes have gone there, or come from there; and it stays dead. */
let dies = { sending: Number.POSITIVE_INFINITY, giving: Number.POSITIVE_INFINITY }
const live = () => {
  dies = { sending: Number.POSITIVE_INFINITY, giving: Number.POSITIVE_INFINITY }
}
const passing = (way: keyof typeof dies) => (bytes: Buffer, line: { destroy: () => void }) => {
  dies[way] -= bytes.length
  if (dies.sending > 0 && dies.giving > 0) return bytes
  line.destroy()
  return Buffer.alloc(0)
}

const server = hasObjectStore ? await startObjectStore() : undefined
const bucket = await server?.bucket()
const line = server && (await spoiltLine(server.port, passing('sending'), passing('giving')))
const store = bucket && line && s3Store({ ...bucket, endpoint: line.endpoint })
const { app, send, as, given, owner } = await testApp({
  platform: ({ files }) => (store ? { files: { ...files, store } } : {}),
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  store?.close()
  line?.stop()
  await server?.stop()
})
beforeEach(live)

const mib = 2 ** 20
const pdf = smallPdf('x'.repeat(4 * mib))
const away = {
  status: 503,
  headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  body: { error: 'Files are not available right now. Please try again in a moment.' },
}
const upload = (user: TestUser) =>
  send(user, uploadMyDocument, { params: { key: user.code } }, { file: { name: 'a.pdf', bytes: pdf } })
const download = (user: TestUser, file_id: string) => send(user, downloadMyDocument, { params: { file_id } })
const readiness = async () => (await app.inject('/readyz')).json()['files']

test.skipIf(!server)(
  'an upload in whose middle the store dies is refused and leaves nothing; a later one works',
  async () => {
    const ana = await given.patient()
    dies.sending = mib
    expect(await upload(ana)).toMatchObject(away)
    expect(dies.sending).toBeLessThanOrEqual(0)
    expect(await readiness()).toBe('failing: out of reach')
    expect(await upload(ana)).toMatchObject(away)
    const { total } = await as(ana).call(listMyDocuments, { params: { key: ana.code }, query: {} })
    expect([total, await owner('select from files')]).toEqual([0, []])

    live()
    expect(await server!.inside(bucket!.bucket)).toEqual([])
    expect(await readiness()).toBe('ok')
    const { status, body } = await upload(ana)
    expect(status).toBe(200)
    expect((await download(ana, body.file_id)).bytes.equals(pdf)).toBe(true)
  },
)

test.skipIf(!server)('a download in whose middle the store dies does not end as a whole file would', async () => {
  const ana = await given.patient()
  const file_id = (await upload(ana)).body.file_id
  const fetched = () =>
    fetch(address + fillPath(downloadMyDocument.path, { file_id }), {
      headers: { authorization: `Bearer ${ana.token}` },
    })
  // A file is read once before it is answered, to see that it is whole.
  dies.giving = pdf.length + 2 * mib
  const cut = await fetched()
  await expect(cut.arrayBuffer()).rejects.toThrow()
  expect(Number(cut.headers.get('content-length'))).toBe(pdf.length)
  expect(await download(ana, file_id)).toMatchObject(away)

  live()
  expect(Buffer.from(await (await fetched()).arrayBuffer()).equals(pdf)).toBe(true)
})
