import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, expect, test } from '@playwright/test'
import { signInByForm } from './people.ts'

/** A proxy that holds requests for new tokens back: each, in the order in which they are sent, for as many milliseconds as are next. */
const openProxy = () => {
  const delays: number[] = []
  const proxy = createServer(async (from, answer) => {
    const { url = '', method, headers } = from
    if (url.endsWith('/operator/refresh/')) await wait(delays.shift() ?? 0)
    const to = request(url, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
      reply.pipe(answer)
    })
    to.on('error', () => answer.destroy())
    from.pipe(to)
  }).listen(0)
  return { proxy, delays, server: `http://localhost:${(proxy.address() as AddressInfo).port}` }
}

type Link = { address: string; name: string }

/** A nurse's list of patients, its links, and what opens one of them in a window of its own and says how to see that it stays open. */
const signInBy = async (browser: Browser, server: string) => {
  // Without the exception a browser goes around its proxy to this machine.
  const context = await browser.newContext({ proxy: { server, bypass: '<-loopback>' } })
  const list = await context.newPage()
  await signInByForm(list, 'operator', 'nurse@northside.example')
  const links = list.getByRole('table').getByRole('link')
  await expect(links.nth(2)).toBeVisible()
  const [first, second, third] = await links.evaluateAll((all): Link[] =>
    all.map((link) => ({ address: link.getAttribute('href') ?? '', name: link.textContent })),
  )
  if (!first || !second || !third) throw new Error('too few records')
  const open = async ({ address, name }: Link) => {
    const record = await context.newPage()
    await record.goto(address)
    const expectOpen = () => expect(record.getByRole('heading', { level: 1 })).toContainText(name)
    await expectOpen()
    return expectOpen
  }
  return { context, list, records: [first, second, third] as const, open }
}

test('records that are opened in windows of their own over an uneven link stay open', async ({ browser }) => {
  const { proxy, delays, server } = openProxy()
  const { context, list, records, open } = await signInBy(browser, server)
  const [first, second, third] = records
  // The second has taken its cookie before the first is answered, and arrives after the third.
  delays.push(2000, 4000, 0)
  const openingFirst = open(first)
  await expect.poll(() => delays.length).toBe(2)
  const openingSecond = open(second)
  const opened = [await openingFirst, await open(third), await openingSecond]
  for (const expectOpen of opened) await expectOpen()
  await list.reload()
  await expect(list.getByRole('table')).toContainText(first.name)
  await context.close()
  proxy.close()
})

test('a window that is closed while it asks for its token leaves the browser the next cookie', async ({ browser }) => {
  const { proxy, delays, server } = openProxy()
  const { context, records } = await signInBy(browser, server)
  const cookie = async () => (await context.cookies()).find(({ name }) => name.endsWith('fornix-operator'))?.value
  const before = await cookie()
  delays.push(1000)
  const record = await context.newPage()
  await record.goto(records[0].address, { waitUntil: 'commit' })
  await expect.poll(() => delays.length).toBe(0)
  await record.close()
  await expect.poll(cookie).not.toBe(before)
  await context.close()
  proxy.close()
})
