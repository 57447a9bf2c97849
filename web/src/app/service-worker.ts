/**
 * Keeps files of the program, which belong to nobody, and shows the portal's frame when a page is opened without network.
 * It looks at nothing else: what is about somebody is neither kept nor answered here.
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

// The build fills these in.
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

// Until then the worker of the version before goes on for the pages of that version.
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

/** Its name says what is in it, so what was kept is never old. */
const fileOfProgram = async (request: Request) => {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) await cache.put(request, answer.clone())
  return answer
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/') && search === '') event.respondWith(fileOfProgram(request))
})

/** What the portal sent says that there is news, and nothing of what it is. A new one takes the place of one that still stands there. */
worker.addEventListener('push', (event) => {
  const { title = '', body = '' } = (event.data?.json() ?? {}) as { title?: string; body?: string }
  event.waitUntil(worker.registration.showNotification(title, { body, tag: 'news' }))
})

const news = '/news'
/** In a page that is open already: where that is someone's work, they are asked before it is left. */
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
