import { createHash } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { allPages, pageAt } from '@fornix/contract'
import { expect, test } from 'vitest'
import { builtWeb } from '../../../test/built-web.ts'
import { testApp } from '../../../test/harness.ts'
import { requestEnded } from '../base/signals.ts'

const assets = `${builtWeb()}assets/`
const { app } = await testApp()
const filesOf = (folder: string) => readdir(assets + folder)

const policyOf = async (url: string) => {
  const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
  return String(headers['content-security-policy']).split('; ')
}

test('only the viewer may compile WebAssembly, and may load nothing else that other pages may not', async () => {
  const viewer = await policyOf('/viewer?study=1.2.3&seriesId=4.5')
  expect(viewer.find((part) => part.startsWith('script-src'))).toMatch(
    /^script-src 'self' 'sha256-\S+' 'wasm-unsafe-eval'$/,
  )
  expect((await policyOf('/Viewer/')).join()).toContain("'wasm-unsafe-eval'")
  const others = allPages.filter(({ path }) => path !== '/viewer').map(({ path }) => path.replaceAll(':', ''))
  for (const path of [...others, '/viewer/more', '/nosuch'])
    expect((await policyOf(path)).join(), path).not.toContain('unsafe-eval')
  const [nothing, ...rest] = [await policyOf('/patients'), viewer].map((policy) =>
    policy.filter((part) => !/^(script|style)-src/.test(part)),
  )
  expect(rest).toEqual([nothing])
})

test('a worker may compile and fetch from here; every other asset may load nothing', async () => {
  const [worker] = await filesOf('workers')
  const names = await filesOf('')
  const module = names.find((name) => name.endsWith('.wasm'))
  expect([worker, module]).not.toContain(undefined)
  const got = await app.inject(`/assets/workers/${worker}`)
  expect(got.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  )
  const wasm = await app.inject(`/assets/${module}`)
  expect(wasm.headers['content-type']).toBe('application/wasm')
  expect(wasm.headers['content-security-policy']).not.toContain('script-src')
})

test('an asset has one label in the metrics, also one that was built after the start', async () => {
  const labels: string[] = []
  const stop = requestEnded.subscribe(({ call }) => labels.push(call))
  const later = 'built-later-00000000.js'
  await writeFile(assets + later, 'export {}')
  try {
    const [there] = (await filesOf('')).filter((name) => name.endsWith('.css'))
    for (const name of [there, later]) expect((await app.inject(`/assets/${name}`)).statusCode, name).toBe(200)
    await expect.poll(() => labels).toEqual(['asset', 'asset'])
  } finally {
    stop()
    await rm(assets + later)
  }
})

test('the one script of a document runs by its hash, and no other', async () => {
  const { body, headers } = await app.inject({ url: '/patients', headers: { accept: 'text/html' } })
  const [[, script = ''] = [], ...more] = [...body.matchAll(/<script>(.*?)<\/script>/gs)]
  expect(more).toEqual([])
  const hash = createHash('sha256').update(script).digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
})

test('a page that is only read is whole in its document, with the project’s name and no style attribute', async () => {
  for (const url of ['/', '/aboutus', '/privacy-policy', '/TermsAndConditions/']) {
    const { body } = await app.inject({ url, headers: { accept: 'text/html' } })
    const shown = body.slice(body.indexOf('<div id="root"'))
    expect(/<h1[^>]*>.{5}/.test(shown) && shown.includes('<footer'), url).toBe(true)
    // The policy allows none.
    expect(/ style="/.exec(shown), url).toBeNull()
    expect(/__[A-Z]+__/.exec(body), url).toBeNull()
  }
  const { body } = await app.inject({ url: '/patients', headers: { accept: 'text/html' } })
  expect(/<main[^>]* aria-busy="true"/.test(body)).toBe(true)
})

test('a page’s own files are asked for with its document, by who has signed in; of one that needs a sign-in, without it none are', async () => {
  const filesOf = async (url: string, cookie = '') => {
    const { body } = await app.inject({ url, headers: { accept: 'text/html', cookie } })
    for (const [, file = ''] of body.matchAll(/href="(\/assets\/[^"]+)"/g))
      expect((await app.inject(file)).statusCode, file).toBe(200)
    return [...body.matchAll(/<link rel="(?:preload|modulepreload)"[^>]* href="(\/assets\/[^"]+)" fetchpriority/g)].map(
      ([, file = '']) => file.replace(/-[\w-]{8}\./, '.'),
    )
  }
  const patient = '__Host-fornix-patient=anything'
  const staff = 'fornix-operator=anything'
  expect(await filesOf('/patients')).toContain('/assets/PatientsPage.js')
  expect(await filesOf('/Files/?page=2', patient)).toEqual(
    expect.arrayContaining(['/assets/FilesPage.js', '/assets/signed-in.js', expect.stringMatching(/\.css$/)]),
  )
  expect(await filesOf('/profile', patient)).toContain('/assets/patient-home.js')
  expect(await filesOf('/profile', staff)).toContain('/assets/PatientDetailsPage.js')
  expect(await filesOf('/feedback', staff)).toContain('/assets/staff-area.js')
  for (const who of [patient, staff]) expect(await filesOf('/viewer?study=1.2', who)).toContain('/assets/ViewerPage.js')
  // It has no shell.
  expect(await filesOf('/viewer', staff)).not.toContain('/assets/staff-area.js')
  const files = { url: '/files', headers: { accept: 'text/html', cookie: patient } }
  const ofPriority = (body: string, priority: string) => body.split(` fetchpriority="${priority}"`).length - 1
  // More of low priority would come one round trip later.
  expect(ofPriority((await app.inject(files)).body, 'low')).toBe(10)
  expect(ofPriority((await app.inject(files)).body, 'auto')).toBeGreaterThan(10)
  expect(await filesOf('/feedback', patient)).toEqual([])
  for (const url of ['/', '/files', '/profile', '/daySheet', '/nosuch']) expect(await filesOf(url), url).toEqual([])
})

test('an entrance says its first words in its document, in the reader’s language, without a form that nothing answers', async () => {
  const bodyOf = async (url: string, language: string) =>
    (await app.inject({ url, headers: { accept: 'text/html', 'accept-language': language } })).body
  for (const url of ['/patients', '/patient-register'])
    expect(await bodyOf(url, 'en-US'), url).toMatch(/<h1[^>]*>Patients and volunteers<\/h1>/)
  expect(await bodyOf('/physicians', 'en-US')).toMatch(/<h1[^>]*>Physicians and care teams<\/h1>/)
  const spanish = await bodyOf('/patients', 'es-MX')
  expect(spanish).toMatch(/<h1[^>]*>Pacientes y voluntarios<\/h1>/)
  expect(spanish).not.toMatch(/<(form|input)|__[A-Z]+__/)
})

test('documents of pages that are only read may be kept for Back, those with forms or data may not', async () => {
  const rule = async (url: string) =>
    (await app.inject({ url, headers: { accept: 'text/html' } })).headers['cache-control']
  for (const url of ['/', '/aboutus']) expect(await rule(url), url).toBe('no-cache')
  for (const url of ['/patients', '/patient-register', '/profile', '/files', '/patientList', '/nosuch'])
    expect(await rule(url), url).toBe('no-store')
})

test('a home screen gets the project’s name, and icons that are there', async () => {
  const manifest = await app.inject('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/)
  const { name, short_name, start_url, display, icons, shortcuts } = manifest.json()
  expect(name).toBe(/<meta name="application-name" content="([^"]+)"/.exec((await app.inject('/patients')).body)?.[1])
  expect({ short_name, start_url, display }).toEqual({ short_name: name, start_url: '/profile', display: 'standalone' })
  expect(icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { url } of shortcuts) expect(pageAt(url), url).toBeDefined()
  const touch = /<link rel="apple-touch-icon" href="([^"]+)"/.exec((await app.inject('/patients')).body)?.[1]
  for (const src of [touch, ...icons.map(({ src }: { src: string }) => src)]) {
    const icon = await app.inject(src)
    expect([src, icon.statusCode, icon.headers['content-type']]).toEqual([src, 200, 'image/png'])
  }
})

test('the service worker may fetch from here and nothing else, and keeps files that are there', async () => {
  const { body, headers } = await app.inject('/sw.js')
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  })
  expect(body).not.toMatch(/__[A-Z]+__|\bimport\b/)
  const files = body.match(/\/assets\/[\w.-]+/g) ?? []
  expect(files).toContainEqual(expect.stringMatching(/\.css$/))
  for (const file of files) expect((await app.inject(file)).statusCode, file).toBe(200)
})

test('what stands in for pages without network is a document of nobody, with a script of its own', async () => {
  const { body, headers } = await app.inject('/offline.html')
  expect(body).toContain('This page will open as soon as the connection is back.')
  expect(/__[A-Z]+__/.exec(body)).toBeNull()
  expect(body).toContain('name="robots" content="noindex"')
  expect(body.match(/<script type="module"[^>]*>/g)).toEqual([expect.stringMatching(/\/assets\/offline-/)])
  const nonce = /<style nonce="([^"]+)"/.exec(body)?.[1]
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
})

test('a document is in the language of the browser, unless the reader has chosen another, and says so to proxies', async () => {
  const documentIn = async (language: string, cookie = '') => {
    const headers = { accept: 'text/html', 'accept-language': language, cookie }
    const answer = await app.inject({ url: '/privacy-policy', headers })
    expect(answer.headers['vary']).toContain('accept-language, cookie')
    const [, lang] = /<html lang="([^"]+)"/.exec(answer.body) ?? []
    return { lang, title: /<title>(.+?) · /.exec(answer.body)?.[1] }
  }
  expect(await documentIn('es-MX,es;q=0.9,en;q=0.8')).toEqual({ lang: 'es', title: 'Política de privacidad' })
  expect(await documentIn('en-US,es;q=0.8')).toEqual({ lang: 'en-US', title: 'Privacy Policy' })
  expect(await documentIn('es', 'language=en')).toEqual({ lang: 'en-US', title: 'Privacy Policy' })
  expect(await documentIn('en', 'language=es')).toMatchObject({ lang: 'es' })
  expect(await documentIn('en', 'language=..%2F..%2Fpages')).toMatchObject({ lang: 'en-US' })
})
