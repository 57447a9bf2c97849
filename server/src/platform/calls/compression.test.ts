import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { builtWeb } from '../../../test/built-web.ts'
import { testApp } from '../../../test/harness.ts'

const { app } = await testApp()
const folder = `${builtWeb()}assets/`
const names = await readdir(folder)
const largest = (end: string) =>
  names.filter((name) => name.endsWith(end)).sort((a, b) => statSync(folder + b).size - statSync(folder + a).size)[0]
const get = (url: string, encoding?: string, accept = '*/*') =>
  app.inject({ url, headers: { accept, ...(encoding && { 'accept-encoding': encoding }) } })
const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

test.each(['.js', '.css', '.wasm', '.ttf'])('assets %s leave as they were compressed by the build', async (end) => {
  const asset = `/assets/${largest(end)}`
  const plain = await get(asset)
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const encoding of ['br', 'gzip'] as const) {
    const packed = await get(asset, encoding)
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': plain.headers['content-type'],
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    expect(unpack[encoding](packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  }
})

test.each([
  ['/openapi.json', 'application/json'],
  ['/patients', 'text/html'],
  ['/no/such/page', 'text/html'],
] as const)('%s is compressed for those who ask for it', async (address, type) => {
  const plain = await get(address, undefined, type)
  for (const encoding of ['br', 'gzip'] as const) {
    const packed = await get(address, encoding, type)
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringMatching(/accept-encoding$/),
    })
    expect(packed.headers['content-type']).toBe(plain.headers['content-type'])
    expect(packed.statusCode).toBe(plain.statusCode)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length * 0.6)
  }
})

test('the length of a response is hidden by a header of random length', async () => {
  const lengths = new Set<number>()
  for (let n = 0; n < 20; n++) lengths.add(String((await get('/openapi.json', 'br')).headers['x-padding']).length)
  expect(lengths.size).toBeGreaterThan(5)
})

test('what is short, and what is compressed by its own format, stays as it is', async () => {
  for (const address of ['/healthz', `/assets/${largest('.woff2')}`])
    expect((await get(address, 'br, gzip')).headers['content-encoding'], address).toBeUndefined()
})
