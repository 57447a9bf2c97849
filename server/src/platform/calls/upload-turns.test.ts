import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { fillPath, uploadMyDocument } from '@fornix/contract'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { waitingIn } from '../../../test/together.ts'

const { app, given, send, owner, url, folder } = await testApp()
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)

/** An upload whose form has begun to arrive, on a connection that can be cut. */
const begin = (ana: TestUser) => {
  const path = fillPath(uploadMyDocument.path, { key: ana.code })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: portal\r\nauthorization: Bearer ${ana.token}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 5000\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n',
  )
  return socket
}

const upload = (ana: TestUser) =>
  send(ana, uploadMyDocument, { params: { key: ana.code } }, { file: { name: 'a.pdf', bytes: smallPdf('a') } })

/** How many files are being uploaded. */
const arriving = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.parentPath.endsWith('incoming'),
  ).length

test('uploads whose sender left while the database was waited for keep no turn of the person', async () => {
  const ana = await given.patient()
  // The caller is looked up before the body is read.
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; lock table sessions')
  const sockets = [begin(ana), begin(ana)]
  await expect.poll(() => waitingIn({ owner })).toHaveLength(2)
  for (const socket of sockets) {
    socket.destroy()
    await once(socket, 'close')
  }
  await holder.query('commit')
  await holder.end()
  expect((await upload(ana)).status).toBe(200)
})

test('whoever acts for a patient takes none of the patient’s turns', async () => {
  const ana = await given.patient()
  const maria = await given.caregiver(ana)
  const sockets = [begin(maria), begin(maria)]
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
  await expect.poll(arriving, { timeout: 5000 }).toBe(2)
  expect((await upload(ana)).status).toBe(200)
})
