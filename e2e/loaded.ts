import { expect, type Page, type Request } from '@playwright/test'

const inFlight = new WeakMap<Page, Set<Request>>()

/** A stream ends with its page, and the browser reports no end of what may outlive the page. */
const isEndless = (request: Request) =>
  ['/operator/notification_stream/', '/operator/log/'].includes(new URL(request.url()).pathname)

/** Tracks the calls and scripts that a page requests from now on, so that `expectLoaded` knows when all have come. */
export const watchCalls = (page: Page) => {
  if (inFlight.has(page)) return
  const calls = new Set<Request>()
  inFlight.set(page, calls)
  page.on('request', (request) => {
    if (/fetch|script/.test(request.resourceType()) && !isEndless(request)) calls.add(request)
  })
  page.on('requestfinished', (request) => calls.delete(request))
  page.on('requestfailed', (request) => calls.delete(request))
}

/** What is shown when something could not be fetched, opened or drawn, in both languages. */
export const failures =
  'Oh Snap!|¡Algo salió mal!|did not load completely|no se cargó por completo|You are offline\\.|cannot be reached|no tiene conexión'

/** Nothing is loading, and nothing failed: what is looked at next is the content, not the gray bars or an error in its place. */
export const expectLoaded = async (page: Page) => {
  const calls = inFlight.get(page)
  if (!calls)
    throw new Error(
      'The calls of this page are not tracked: open it with follow() or a sign-in, or call watchCalls() first.',
    )
  await expect
    .poll(async () => {
      // What was just drawn asks for its own content in an effect, which runs by the next frame.
      const { busy, failed } = await page.evaluate(async (failures) => {
        const settle = async () => {
          for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
        }
        await settle()
        // It comes once somebody scrolls to it; what is looked at is the whole page.
        const later = document.querySelector('[data-later]')
        if (later) {
          const top = scrollY
          later.scrollIntoView()
          await settle()
          scrollTo(0, top)
        }
        return {
          busy: document.querySelectorAll('[aria-busy=true], [data-later]').length,
          failed: document.body.textContent.match(new RegExp(failures, 'g')) ?? [],
        }
      }, failures)
      return [busy, ...failed, ...[...calls].map((call) => call.url())]
    })
    .toEqual([0])
}
