import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { uploadMyDocument } from '@fornix/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallPdf } from '../test/given.ts'
import { testApp } from '../test/harness.ts'
import { folderStore } from './platform/files/stores/folder-store.ts'
import { identityOf } from './platform/identity/identity-of-settings.ts'
import { startWarnings } from './start-warnings.ts'

const { platform, given, send } = await testApp()
const website = createServer((_request, response) => response.end('<h1>Welcome</h1>'))
const mailServer = createSocketServer((socket) => {
  socket.write('220 mail\r\n')
  socket.on('data', (line) => socket.write(/^EHLO/i.test(String(line)) ? '250 mail\r\n' : '221 bye\r\n'))
})
const addressOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`
let slug: string
beforeAll(async () => {
  for (const server of [website, mailServer])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const project_id = await given.project()
  const [row] = await platform.database.systemQuery<{ slug: string }>(
    'select slug from projects where project_id = $1',
    [project_id],
  )
  slug = row?.slug ?? ''
})
afterAll(() => {
  website.close()
  mailServer.close()
})

const sound = () => ({
  ...platform.config,
  IDENTITY: 'password' as const,
  SMTP_URL: `smtp://${addressOf(mailServer)}`,
  defaultProject: slug,
})
const told = (change: Partial<typeof platform.config>) => {
  const config = { ...sound(), ...change }
  return startWarnings({ ...platform, config, identity: identityOf(config) })
}

test('settings that lead where they should raise no doubt', async () => {
  expect(await told({})).toEqual([])
})

test('files that another node put elsewhere are told', async () => {
  const elsewhere = await mkdtemp(`${tmpdir()}/fornix-elsewhere-`)
  const user = await given.patient()
  await send(user, uploadMyDocument, { params: { key: user.code } }, { file: { name: 'a.pdf', bytes: smallPdf() } })
  const files = { ...platform.files, store: await folderStore(elsewhere) }
  expect(await startWarnings({ ...platform, files, config: sound(), identity: identityOf(sound()) })).toEqual([
    expect.stringMatching(/^FILES_URL: \d+ of the newest files are missing\./),
  ])
  await rm(elsewhere, { recursive: true })
})

test('an issuer that is no OpenID provider is told', async () => {
  const OIDC_ISSUER = `http://${addressOf(website)}`
  expect(await told({ IDENTITY: 'oidc', OIDC_ISSUER, OIDC_CLIENT_ID: 'portal' })).toEqual([
    expect.stringContaining('OIDC_ISSUER: nothing there answers as an OpenID provider'),
  ])
})

test('a mail server that does not answer, and a project that does not exist, are told', async () => {
  expect(await told({ SMTP_URL: 'smtp://127.0.0.1:1', defaultProject: 'nowhere' })).toEqual([
    expect.stringContaining('SMTP_URL: the mail server does not answer'),
    expect.stringContaining('DEFAULT_PROJECT: there is no such project.'),
  ])
})
