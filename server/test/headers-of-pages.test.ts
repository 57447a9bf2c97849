import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import {
  allPages,
  type Call,
  downloadForm,
  downloadMyDocument,
  downloadStudy,
  notificationStream,
  renderInstance,
  uploadForm,
  uploadMyDocument,
} from '@fornix/contract'
import { demoIdentity } from '@fornix/demo/identity/plugin.ts'
import { demoMailbox } from '@fornix/demo/mailbox/plugin.ts'
import { openMailbox } from '@fornix/demo/mailbox/store.ts'
import { demoAccounts } from '@fornix/demo/seeds/demo.ts'
import { afterAll, expect, test } from 'vitest'
import { builtWeb } from './built-web.ts'
import { smallPdf, type TestUser } from './given.ts'
import { testApp } from './harness.ts'
import { imagingIn } from './imaging-world.ts'
import { at, expectSecurityHeaders, ofDocuments, overHttps, variantsOf } from './security-headers.ts'

const publicUrl = overHttps.environment.PUBLIC_URL
const world = await testApp(overHttps)
const { app, platform, given, send } = world
const project = await given.project()
const another = variantsOf(platform)
const folder = await mkdtemp(`${tmpdir()}/fornix-demo-`)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('pages, assets, the contract, health, and what is not there', async () => {
  const onlyRead = /^\/($|aboutus$|terms|privacy)/
  for (const { path } of allPages) {
    const answer = await at(app, path.replaceAll(':', ''), { accept: 'text/html' })
    expectSecurityHeaders(path, answer, onlyRead.test(path) ? 'revalidated' : undefined)
    expect(answer.headers, path).toMatchObject(ofDocuments)
  }
  const assets = `${builtWeb()}assets/`
  for (const [folder, name] of [
    ...(await readdir(assets)).map((name) => ['', name] as const),
    ...(await readdir(`${assets}workers`)).map((name) => ['workers/', name] as const),
  ])
    expectSecurityHeaders(
      name,
      await at(app, `/assets/${folder}${name}`),
      folder === '' && /\.(js|css|woff2?)(\.br|\.gz)?$/.test(name) ? 'part' : 'public',
    )
  for (const url of ['/manifest.webmanifest', '/sw.js', '/offline.html'])
    expectSecurityHeaders(url, await at(app, url), 'revalidated')
  for (const url of [
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/assets/none.js',
    '/nosuch',
    '/%ff',
    '/%00',
    '//x',
    '/a%2f',
  ])
    expectSecurityHeaders(url, await at(app, url))
  expectSecurityHeaders('a long parameter', await at(app, `/operator/get_patient_info/${'a'.repeat(400)}/`))
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE', 'PROPFIND'])
    for (const url of ['/healthz', '/operator/get_all_patients/', '/nosuch', '/patients'])
      expectSecurityHeaders(`${method} ${url}`, await at(app, url, {}, method))
  const failing = await another({ mail: { ...platform.mail, ready: async () => Promise.reject(new Error('x')) } })
  expectSecurityHeaders('not ready', await at(failing, '/readyz'))
})

test('files, images, archives of them, and a stream', async () => {
  const imaging = imagingIn(world)
  const ana = await given.patient(project)
  const admin = await given.staff('Admin', project)
  const scan = await imaging.stored({ project, patient: ana.id })
  await imaging.opened(ana, admin, scan.study)
  const { document, form } = await filesOf(ana)
  for (const [user, call, args] of [
    [ana, downloadMyDocument, { params: { file_id: document } }],
    [ana, downloadForm, { params: { file_id: form } }],
    [ana, downloadStudy, { params: { study: scan.study } }],
    [ana, renderInstance, { params: { ...scan }, query: {} }],
  ] as const) {
    const answer = await send(user as TestUser, call as Call, args)
    expect(answer.status, call.path).toBe(200)
    expectSecurityHeaders(call.path, answer)
  }
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const end = new AbortController()
  const stream = await fetch(address + notificationStream.path, {
    headers: { authorization: `Bearer ${admin.token}` },
    signal: end.signal,
  })
  expectSecurityHeaders('the stream', { status: stream.status, headers: Object.fromEntries(stream.headers) })
  end.abort()
})
const filesOf = async (patient: TestUser) => {
  const file = { name: 'a.pdf', bytes: smallPdf() }
  const args = { params: { key: patient.code }, body: { signature: 'Ana Rivera' } }
  const document = (await send(patient, uploadMyDocument, args, { file })).body.file_id
  const form = (await send(patient, uploadForm, args, { file })).body.file_id
  return { document, form }
}

test('the stand-ins of the demo', async () => {
  const mailbox = await openMailbox(`${folder}/mail`)
  const demo = await another({}, async (app) => {
    await demoMailbox(app, { mailbox })
    await demoIdentity(app, {
      issuer: `${publicUrl}/oidc`,
      origins: [publicUrl],
      accounts: demoAccounts,
      dataDir: folder,
    })
  })
  for (const url of [
    '/demo/mail',
    '/demo/mail/messages',
    '/demo/mail/message/none',
    '/demo/mail/demo.css',
    '/demo-sign-in/none',
    '/oidc/.well-known/openid-configuration',
    '/oidc/auth?client_id=none',
    '/oidc/nosuch',
    '/oidc/me',
  ])
    expectSecurityHeaders(url, await at(demo, url), 'demo')
})
