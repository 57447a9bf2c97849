/**
 * Caches files of the program, which contain no user data, and shows the portal's frame when a page is opened offline.
 * It handles nothing else: personal data is neither cached nor served here.
 */
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = ExtendableEvent & { request: Request; respondWith: (answer: Promise<Response>) => void }
type PushEvent = ExtendableEvent & { data: { json: () => unknown } | null }
type ClickEvent = ExtendableEvent & { notification: Notification }
type Page = { url: string; focus: () => Promise<Page>; navigate: (url: string) => Promise<Page | null> }
type Scope = {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll: (options: { type: 'window' }) => Promise<Page[]>
    openWindow: (url: string) => Promise<Page | null>
  }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install' | 'activate', handle: (event: ExtendableEvent) => void): void
    (type: 'fetch', handle: (event: FetchEvent) => void): void
    (type: 'push', handle: (event: PushEvent) => void): void
    (type: 'notificationclick', handle: (event: ClickEvent) => void): void
    (type: 'message', handle: (event: MessageEvent) => void): void
  }
}
const worker = globalThis as unknown as Scope

// Filled in by the build.
const cacheName = 'fornix-program-__VERSION__'
const filesOfFrame = '__FILES__'.split(' ')

const frame = '/offline.html'

worker.addEventListener('install', (event) =>
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([frame, ...filesOfFrame]))),
)

const dropOldCaches = async () => {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
}
worker.addEventListener('activate', (event) => event.waitUntil(dropOldCaches()))

// Until then the previous version's worker continues to serve that version's pages.
worker.addEventListener('message', ({ data }) => {
  if (data === 'activate') void worker.skipWaiting()
})

const page = async (request: Request) => {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(cacheName)).match(frame)
    if (!kept) throw error
    return kept
  }
}

/** Its name is a hash of its content, so a cached file is never stale. */
const fileOfProgram = async (request: Request) => {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.status === 200) await cache.put(request, response.clone())
  return response
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/') && search === '') event.respondWith(fileOfProgram(request))
})

/** The portal's message says only that there is news, not what it is. A new notification replaces one still shown. */
worker.addEventListener('push', (event) => {
  const { title = '', body = '' } = (event.data?.json() ?? {}) as { title?: string; body?: string }
  event.waitUntil(worker.registration.showNotification(title, { body, tag: 'news' }))
})

const news = '/news'
/** Uses a page that is already open: if there is unsaved work in it, the browser asks before leaving it. */
const openNews = async () => {
  const [open] = await worker.clients.matchAll({ type: 'window' })
  if (!open) return worker.clients.openWindow(news)
  const focused = await open.focus()
  return focused.navigate(news).catch(() => worker.clients.openWindow(news))
}
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNews())
})
