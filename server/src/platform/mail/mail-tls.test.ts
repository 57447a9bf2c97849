import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { authority, hasOpenssl } from '../../../test/certificates.ts'
import { type Behaviour, mailServer, refuse } from '../../../test/mail-server.ts'
import { mailWorld } from '../../../test/mail-world.ts'
import { type MailTls, tlsFor } from './transport.ts'

const { node, write, state, attempt } = await mailWorld()

test.each([
  ['smtps://mail.clinic.example', { secure: true, requireTLS: false, ignoreTLS: false }],
  ['smtp://mail.clinic.example:587', { secure: false, requireTLS: true, ignoreTLS: false }],
  ['smtp://10.0.0.5', { secure: false, requireTLS: true, ignoreTLS: false }],
  ['smtp://relay.lan?requireTLS=false', { secure: false, requireTLS: false, ignoreTLS: false }],
  ['smtp://127.0.0.1:1025', { secure: false, requireTLS: false, ignoreTLS: true }],
])('%s is spoken to encrypted, unless it is this machine', (url, tls) => {
  expect(tlsFor(url)).toEqual(tls)
})

describe.runIf(hasOpenssl)('over TLS', async () => {
  if (!hasOpenssl) return
  const papers = await mkdtemp(`${tmpdir()}/fornix-papers-`)
  afterAll(() => rm(papers, { recursive: true, force: true }))
  const read = (path: string) => readFile(path, 'utf8')
  const [ours, stranger] = await Promise.all([authority(papers, 'ours'), authority(papers, 'stranger')])
  const issue = async (by: typeof ours, host: string) => {
    const { certificate, key } = await by.sign(host)
    return { cert: await read(certificate), key: await read(key) }
  }
  const ca = await read(ours.certificate)
  const right = await issue(ours, 'localhost')
  const strangers = await issue(stranger, 'localhost')
  const anotherHost = await issue(ours, 'mail.x.example')
  const starttls: MailTls = { secure: false, requireTLS: true, ignoreTLS: false, ca }
  const smtps: MailTls = { secure: true, requireTLS: false, ignoreTLS: false, ca }
  const account = (user: string, password: string): Behaviour => ({
    authOptional: false,
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user })
        : done(refuse(535, 'Wrong user or password')),
  })
  const withAccount = (url: string) => url.replace('//', '//portal:s%40cret@')

  test.each<[string, MailTls, Behaviour]>([
    ['STARTTLS', starttls, { ...right, disabledCommands: [] }],
    ['smtps', smtps, { ...right, secure: true }],
  ])('a mail leaves by %s, signed in', async (_title, tls, behaviour) => {
    const server = await mailServer({ ...behaviour, ...account('portal', 's@cret') })
    await write()
    await attempt(node(withAccount(server.url), tls))
    expect(await state()).toMatchObject({ status: 'sent', note: null })
    expect(server.arrived).toHaveLength(1)
  })

  test.each<[string, MailTls, Behaviour]>([
    ['a certificate of a stranger, STARTTLS', starttls, { ...strangers, disabledCommands: [] }],
    ['a certificate of a stranger, smtps', smtps, { ...strangers, secure: true }],
    ['a certificate of another host', smtps, { ...anotherHost, secure: true }],
    ['STARTTLS taken away', starttls, { ...right, disabledCommands: ['STARTTLS'] }],
    ['STARTTLS hidden', starttls, { ...right, hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }],
  ])('%s: nothing is said to that server', async (_title, tls, behaviour) => {
    const server = await mailServer(behaviour)
    await write()
    await attempt(node(withAccount(server.url), tls))
    expect(await state()).toMatchObject({ status: 'queued', note: 'The connection to the mail server is not safe' })
    expect(server.commands).toEqual([])
    expect(server.arrived).toEqual([])
  })

  test('a wrong password is said as such, and the mail waits', async () => {
    const server = await mailServer({ ...right, secure: true, ...account('portal', 'another') })
    await write()
    await attempt(node(withAccount(server.url), smtps))
    expect(await state()).toMatchObject({
      status: 'queued',
      note: 'The mail server does not let the portal sign in',
    })
  })
})
