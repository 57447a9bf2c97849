import { offerNotice } from '../base/notice.ts'

const script = '/sw.js'
const pauseMs = 10 * 60_000

// Vite's dev server and the tests have no built worker; without a secure context there is none at all.
const workers = import.meta.env.PROD ? navigator.serviceWorker : undefined
let watched: ServiceWorkerRegistration | undefined

/** A server without a worker wants none, not even one of an earlier version. */
const removeIfGone = async (registration: ServiceWorkerRegistration) => {
  const { status } = await fetch(script, { method: 'HEAD', cache: 'no-store' })
  if (status !== 404) return
  await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

const lookForNewVersion = (registration: ServiceWorkerRegistration) =>
  registration
    .update()
    .catch(() => removeIfGone(registration))
    .catch(() => undefined)

const watch = (registration: ServiceWorkerRegistration) => {
  watched = registration
  // The first worker of a browser replaces no other.
  const look = () => registration.active && registration.waiting && offerNotice('newVersion')
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  look()
  let last = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    look()
    if (performance.now() - last < pauseMs) return
    last = performance.now()
    void lookForNewVersion(registration)
  })
  void lookForNewVersion(registration)
}

/** In a browser where nobody signed in, the program stores nothing. An existing worker is watched for a new version. */
export const watchServiceWorker = async (mayRegister: boolean) => {
  if (watched) return
  // A server without a worker refuses; the portal works without one.
  const registration = await (mayRegister ? workers?.register(script) : workers?.getRegistration())?.catch(
    () => undefined,
  )
  if (registration && !watched) watch(registration)
}

/** Opens the page in the new version. The browser asks first if something was typed; users who stay keep the old version. */
export const openNewVersion = () => {
  addEventListener('pagehide', () => watched?.waiting?.postMessage('activate'), { once: true })
  location.reload()
}
