import { readdir } from 'node:fs/promises'
import { allPages } from '@fornix/contract'
import { expect, test } from 'vitest'
import { builtWeb } from '../../../test/built-web.ts'
import { testApp } from '../../../test/harness.ts'

const assets = `${builtWeb()}assets/`
const { app } = await testApp()
const filesOf = (folder: string) => readdir(assets + folder)

const policyOf = async (url: string) => {
  const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
  return String(headers['content-security-policy']).split('; ')
}

test('only the viewer may compile WebAssembly, and may load nothing else that other pages may not', async () => {
  const viewer = await policyOf('/viewer?study=1.2.3&seriesId=4.5')
  expect(viewer).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(await policyOf('/Viewer/')).toContain("script-src 'self' 'wasm-unsafe-eval'")
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
