import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { downloadDocument, getConfig, getPatientInfo, uploadDocument } from '@fornix/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aStudy, instancesOf } from '../dicom.ts'
import { smallPdf } from '../given.ts'
import { testApp } from '../harness.ts'
import { stowBody, stowType } from '../stow.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { nodeOf } from './node-of.ts'

const { app, given, send } = await testApp({
  environment: { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '127.0.0.1' },
})
const project = await given.project()
const ana = await given.patient(project)
const nora = await given.staff('Nurse', project)
const tech = await given.staff('MRI-Tech', project)
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

/** Nodes that are gone: below 1024 the system gives no port to another test, which would answer. */
const goneNodes = [1, 2] as const

let nginx: Awaited<ReturnType<typeof startNginx>>
let empty: typeof nginx
const addresses: string[] = []
app.addHook('onRequest', async ({ ip }) => void addresses.push(ip))

beforeAll(async () => {
  if (!hasNginx) return
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  nginx = await startNginx([port, goneNodes[0]])
  empty = await startNginx([...goneNodes])
})
afterAll(async () => {
  await nginx?.stop()
  await empty?.stop()
})

describe.skipIf(!hasNginx)('behind the nginx of deploy/', () => {
  test('what comes without TLS is sent to it, and a host without a name gets no certificate', async () => {
    const asked = request({ port: nginx.http, path: '/patients', headers: { host: 'portal.example' } }).end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    expect([answer.statusCode, answer.headers.location]).toEqual([308, 'https://portal.example/patients'])
    await expect(nginx.ask('/', { host: '' })).rejects.toThrow()
  })

  test('every answer carries the same protections once, whoever of the two gave it', async () => {
    const wanted = ['strict-transport-security', 'referrer-policy', 'x-content-type-options', 'x-frame-options']
    const names = [...wanted, 'cross-origin-resource-policy', 'permissions-policy', 'content-security-policy']
    const { headers: ours } = await nginx.ask('/openapi.json')
    for (const [path, status, from, method] of [
      ['/openapi.json', 200, nginx, 'GET'],
      ['/no/such/place', 404, nginx, 'POST'],
      ['/readyz', 404, nginx, 'GET'],
      ['/readyz/', 404, nginx, 'GET'],
      ['/%72eadyz//?x', 404, nginx, 'GET'],
      ['/%zz', 400, nginx, 'GET'],
      ['/', 503, empty, 'GET'],
      ['/operator/get_all_patients/', 503, empty, 'GET'],
    ] as const) {
      const { status: given, headers } = await from.ask(path, { method })
      expect([path, given]).toEqual([path, status])
      for (const name of names) {
        expect([path, name, headers[name]]).toEqual([path, name, ours[name]])
      }
      expect(headers.server ?? 'nginx').toBe('nginx')
    }
    const { headers, bytes } = await empty.ask('/')
    expect([headers['retry-after'], JSON.parse(String(bytes)).code]).toEqual(['5', 'unavailable'])
  })

  test('during an upgrade a file of a page comes from whichever node has that version', async () => {
    const nodes = await Promise.all(['old', 'new'].map((version) => nodeOf(version)))
    const two = await startNginx([nodes[0]?.port ?? 0, nodes[1]?.port ?? 0])
    const statuses: number[] = []
    for (let time = 0; time < 8; time++)
      statuses.push((await two.ask(`/assets/${time % 3 ? 'old' : 'new'}.js`)).status ?? 0)
    const missing = [(await two.ask('/assets/none.js')).status, (await two.ask('/no/such/call/')).status]
    await two.stop()
    for (const node of nodes) node.close()
    expect(statuses).toEqual(statuses.map(() => 200))
    expect(missing).toEqual([404, 404])
    // What is no file of a page is asked once.
    expect(nodes.flatMap(({ asked }) => asked.filter((url) => url.includes('/call/')))).toHaveLength(1)
  })

  test('a document of 5 MB goes through byte for byte, and 50 MB are refused in a sentence', async () => {
    const bytes = Buffer.concat([smallPdf(), Buffer.alloc(5 * 1024 * 1024 - 400, '% page\n'), Buffer.from('\n%%EOF\n')])
    const sent = async (file: Buffer) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(file)]), 'scan.pdf')
      const encoded = new Response(form)
      return nginx.ask(uploadDocument.path.replace(':key', ana.email), {
        method: 'POST',
        headers: { ...bearer(nora), 'content-type': encoded.headers.get('content-type') ?? '' },
        body: Buffer.from(await encoded.arrayBuffer()),
      })
    }
    const stored = await sent(bytes)
    expect(stored.status).toBe(200)
    const { file_id } = JSON.parse(String(stored.bytes))
    const back = await nginx.ask(downloadDocument.path.replace(':file_id', file_id), { headers: bearer(nora) })
    const hash = (of: Buffer) => createHash('sha256').update(of).digest('hex')
    expect(hash(back.bytes)).toBe(hash(bytes))
    // Refused by its head: who goes on sending may be cut off before the sentence is read.
    const { status, bytes: refusal } = await nginx.ask(uploadDocument.path.replace(':key', ana.email), {
      method: 'POST',
      headers: { ...bearer(nora), 'content-length': String(50 * 1024 * 1024) },
      body: Buffer.alloc(1024),
    })
    expect([status, JSON.parse(String(refusal)).error]).toEqual([413, 'This is too much to send at one time.'])
  })

  test('scans go in by STOW, more of them than any other body may have', async () => {
    const parts = (await instancesOf(aStudy('proxy'), 3)).map(({ bytes }) => bytes)
    const body = stowBody([...parts, ...Array.from({ length: 12 }, () => Buffer.alloc(5 * 1024 * 1024))])
    const { status, bytes } = await nginx.ask('/api/dicomweb/studies', {
      method: 'POST',
      headers: { ...bearer(tech), 'content-type': stowType, 'content-length': String(body.length) },
      body,
    })
    const answer = JSON.parse(String(bytes))
    expect([status, answer.error]).toEqual([202, undefined])
    expect(answer['00081199'].Value).toHaveLength(3)
  })

  test('live notifications arrive when they are said, not when a buffer is full', async () => {
    const stream = await nginx.open('/operator/notification_stream/', { headers: bearer(nora) })
    const [first] = await once(stream, 'data')
    expect([stream.headers['content-type'], String(first)]).toEqual(['text/event-stream', ': connected\n\n'])
    stream.destroy()
  })

  test('the address of a visitor is the one that nginx saw, whatever the visitor says', async () => {
    await nginx.ask(getConfig.path, { headers: { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' } })
    expect(addresses.at(-1)).toBe('127.0.0.1')
  })

  test('headers that trickle in end the connection', async () => {
    const impatient = await startNginx([...goneNodes], '1s')
    const socket = connect(impatient.http, '127.0.0.1').on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: portal.example\r\n')
    socket.resume()
    await new Promise((closed) => socket.once('close', closed))
    expect(socket.destroyed).toBe(true)
    await impatient.stop()
  })

  test('no log holds an address, an email or what was asked for, also when no node answers', async () => {
    const one = await startNginx([...goneNodes])
    const { path } = getPatientInfo
    for (const headers of [{}, { referer: 'https://portal.example/about/canary@body.example' }])
      await one.ask(`${path.replace(':key', 'canary@body.example')}?name=canary`, { headers })
    const written = await one.stop()
    expect(written).toContain('"status":503')
    for (const secret of ['canary', 'body.example', 'get_patient_info', '127.0.0.1, client'])
      expect(written).not.toContain(secret)
    expect((await send(nora, getPatientInfo, { params: { key: ana.email } })).status).toBe(200)
  })
})
