import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { signInByForm } from './people.ts'

/** A proxy that passes a request for a new token on when it is told to. */
const openProxy = () => {
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const proxy = createServer(async (from, answer) => {
    const { url = '', method, headers } = from
    if (url.endsWith('/operator/refresh/')) {
      asked.resolve()
      await told.promise
    }
    const to = request(url, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(answer)
    })
    to.on('error', () => answer.destroy())
    from.pipe(to)
  }).listen(0)
  const { port } = proxy.address() as AddressInfo
  return { server: `http://localhost:${port}`, asked: asked.promise, passOn: told.resolve, close: () => proxy.close() }
}

test('a refresh finishes after its window is closed, and the browser gets the new cookie', async ({ browser }) => {
  const { server, asked, passOn, close } = openProxy()
  // Without the exception a browser goes around its proxy to this machine.
  const context = await browser.newContext({ proxy: { server, bypass: '<-loopback>' } })
  const list = await context.newPage()
  await signInByForm(list, 'operator', 'nurse@northside.example')
  const opened = await context.newPage()
  await opened.goto('/operatorPatientlist', { waitUntil: 'commit' })
  await asked
  await opened.close()
  const name = 'fornix-operator'
  // Soon after the sign-in it is the same token once more: so it is seen to come.
  await context.clearCookies({ name })
  passOn()
  await expect.poll(async () => (await context.cookies()).map((cookie) => cookie.name)).toContain(name)
  await list.reload()
  await expect(list.getByRole('table').getByRole('link').first()).toBeVisible()
  await context.close()
  close()
})
