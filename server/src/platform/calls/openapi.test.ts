import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressResponses } from './compression.ts'
import { openApiRoute } from './openapi.ts'

test('the calls are described, written out and compressed once, however often somebody asks', async () => {
  let written = 0
  const text = JSON.stringify({ paths: 'x'.repeat(5000) })
  const described = { toJSON: () => ++written && JSON.parse(text) }
  const app = Fastify()
  await compressResponses(app)
  openApiRoute(app, () => described)
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

  for (const [accepted, form] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['', undefined],
    ['*', undefined],
  ] as const) {
    const { headers, rawPayload } = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': accepted } })
    expect(headers['content-encoding']).toBe(form)
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' })
    expect(String(form ? unpack[form](rawPayload) : rawPayload)).toBe(text)
    // A body compressed on the fly is sent in chunks, and has no length.
    expect(headers['content-length']).toBe(String(rawPayload.length))
  }
  expect(written).toBe(1)
})
