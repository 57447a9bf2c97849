import { randomBytes } from 'node:crypto'
import { downloadMyDocument, listMyDocuments, uploadMyDocument } from '@fornix/contract'
import { expect, test } from 'vitest'
import { keyRing } from '../src/platform/files/encryption/key-ring.ts'
import { fixedKeys } from '../src/platform/files/encryption/master-keys.ts'
import { rotateKeys } from '../src/platform/files/encryption/rotate-keys.ts'
import { smallPdf, type TestUser } from './given.ts'
import { testApp } from './harness.ts'

const masters = fixedKeys(Buffer.alloc(32, 7))
let restart = () => {}
const { app, send, as, given, owner, database } = await testApp({
  platform: ({ files, database }) => {
    let ring = keyRing(database, masters)
    restart = () => {
      ring = keyRing(database, masters)
    }
    return {
      files: { ...files, keys: { current: (...of) => ring.current(...of), open: (...of) => ring.open(...of) } },
    }
  },
})

const upload = (user: TestUser) =>
  send(user, uploadMyDocument, { params: { key: user.code } }, { file: { name: 'a.pdf', bytes: smallPdf() } })
const download = (user: TestUser, file: string) => send(user, downloadMyDocument, { params: { file_id: file } })

test('a lost project key hurts the files of that project, says so, and nobody else notices', async () => {
  const [ana, ben] = [await given.patient(), await given.patient()]
  const files = [ana, ben].map(async (user) => String((await upload(user)).body['file_id']))
  const [ofAna = '', ofBen = ''] = await Promise.all(files)
  await owner('update project_keys set wrapped_key = $2 where project_id = $1', [ana.project, randomBytes(60)])
  restart()

  const lost = { status: 503, body: { code: 'key_lost', error: expect.stringContaining('Files cannot be opened') } }
  expect(await download(ana, ofAna)).toMatchObject(lost)
  expect(await upload(ana)).toMatchObject(lost)
  expect(await as(ana).call(listMyDocuments, { params: { key: ana.code }, query: {} })).toBeDefined()
  const read = await download(ben, ofBen)
  expect([read.status, read.bytes.equals(smallPdf())]).toEqual([200, true])
  expect((await upload(ben)).status).toBe(200)

  const [project] = await owner<{ slug: string }>('select slug from projects where project_id = $1', [ana.project])
  const ready = await app.inject('/readyz')
  expect(ready.json()).toMatchObject({ files: 'ok', keys: 'lost: 1' })
  expect(ready.body).not.toContain(project?.slug)

  // With a new key the project goes on; only what lay under the lost one stays closed.
  await rotateKeys(database, masters, { newKeysFor: { project_id: ana.project } })
  restart()
  const again = await upload(ana)
  expect((await download(ana, String(again.body['file_id']))).status).toBe(200)
  expect(await download(ana, ofAna)).toMatchObject(lost)
})
