import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import Fastify from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { demoMailbox } from './plugin.ts'
import { type DemoMailbox, openMailbox } from './store.ts'

let folder: string
let mailbox: DemoMailbox
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/fornix-mailbox-`)
  mailbox = await openMailbox(folder)
  return () => rm(folder, { recursive: true, force: true })
})

const eml = (id: string, text: string, subject = 'Hello') =>
  Buffer.from(
    `Message-ID: <${id}@x.example>\r\nFrom: Portal <no-reply@x.example>\r\nTo: Ana <ana@x.example>\r\nSubject: ${subject}\r\n` +
      `Date: Fri, 20 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n` +
      `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n` +
      `--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nMTIzNDU=\r\n--b--\r\n`,
  )
const get = async (url: string) => {
  const app = Fastify()
  await app.register(demoMailbox, { mailbox })
  return app.inject({ url })
}

test('messages are JSON for tests, with links, attachments and blind copies', async () => {
  await mailbox.add(eml('1', 'Open https://x.example/reset/abc_1-2?x=1.'), ['ana@x.example', 'blind@x.example'])
  const response = await get('/demo/mail/messages?to=BLIND@x.example')
  expect(response.json()).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      to: ['ana@x.example'],
      cc: [],
      bcc: ['blind@x.example'],
      from: 'no-reply@x.example',
      subject: 'Hello',
      text: expect.stringContaining('Open https://'),
      links: ['https://x.example/reset/abc_1-2?x=1'],
      attachments: [{ filename: 'a.pdf', size: 5, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      date: expect.stringMatching(/^2026-11-20T10:00:00/),
    },
  ])
  expect((await get('/demo/mail/messages?to=nobody@x.example')).json()).toEqual([])
})

test('a message shows its text as text, with links that can be clicked, and runs nothing', async () => {
  await mailbox.add(eml('1', '<script>alert(1)</script> https://x.example/?a=1&b=2 end', '<img src=x>'), [
    'ana@x.example',
  ])
  const [message] = await mailbox.list()
  const { body, headers } = await get(`/demo/mail/message/${message?.id}`)
  expect(body).not.toContain('<script')
  expect(body).not.toContain('<img')
  expect(body).toContain('<a href="https://x.example/?a=1&#38;b=2">')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'; form-action 'self'/)
  expect((await get('/demo/mail?to=%22%3E%3Cscript%3E')).body).not.toContain('<script')
})

test('a message that comes twice is kept once, and nothing half written stays', async () => {
  await Promise.all([mailbox.add(eml('1', 'a'), ['ana@x.example']), mailbox.add(eml('1', 'a'), ['ana@x.example'])])
  await mailbox.add(eml('2', 'b'), ['ana@x.example'])
  expect(await readdir(folder)).toHaveLength(2)
  expect((await readdir(folder)).every((name) => name.endsWith('.eml'))).toBe(true)
})

test('an unknown message is a page that says so', async () => {
  const response = await get('/demo/mail/message/..%2F..%2Fmaster')
  expect(response.statusCode).toBe(404)
  expect(response.body).toContain('No such message')
})
