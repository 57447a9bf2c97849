import { once } from 'node:events'
import { connect } from 'node:net'
import { fillPath, uploadMyDocument } from '@fornix/contract'
import pg from 'pg'
import { expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { waitingIn } from '../../../test/together.ts'

const { app, given, send, owner, url } = await testApp()
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)

/** An upload whose form has begun to arrive, by a connection that can be cut. */
const begin = (ana: TestUser) => {
  const path = fillPath(uploadMyDocument.path, { key: ana.code })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: portal\r\nauthorization: Bearer ${ana.token}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 5000\r\n\r\n--x\r\n',
  )
  return socket
}

test('uploads whose sender left while the database was waited for keep no turn of the person', async () => {
  const ana = await given.patient()
  // Whoever asks is looked up before the body is read.
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
  const { status } = await send(
    ana,
    uploadMyDocument,
    { params: { key: ana.code } },
    { file: { name: 'a.pdf', bytes: smallPdf('a') } },
  )
  expect(status).toBe(200)
})
