/** Why push notifications do not work in this browser; `homeScreen`: iPhones show them only for portals on the home screen. */
export type PushObstacle = 'unsupported' | 'homeScreen' | 'denied'

export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
const isPossible = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const pushObstacle = (): PushObstacle | null => {
  if (!isPossible()) return isIos() && !matchMedia('(display-mode: standalone)').matches ? 'homeScreen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

const registration = () => navigator.serviceWorker.getRegistration()

/** Where this browser gets push notifications, if it does. Prompts nobody. */
export const currentSubscription = async () => {
  if (!isPossible()) return null
  return (await (await registration())?.pushManager.getSubscription()) ?? null
}

const sameKey = (subscription: PushSubscription, key: string) => {
  const bytes = subscription.options.applicationServerKey
  if (!bytes) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
}

/** Asks for permission, which requires a button press, and subscribes. Null: permission was not given. */
export const subscribe = async (key: string): Promise<BrowserSubscription | null> => {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const worker = await registration()
  if (!worker) throw new Error('There is no service worker')
  const before = await worker.pushManager.getSubscription()
  // The portal's keys have changed since this browser subscribed.
  if (before && !sameKey(before, key)) await before.unsubscribe()
  const subscribed = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = subscribed.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}
