import type { NoticeChoices } from '@fornix/contract'
import { vi } from 'vitest'
import { ok, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { NoticeBar } from '../../ui/shell/NoticeBar.tsx'
import { OfflineBar } from '../../ui/shell/OfflineBar.tsx'
import { NoticesCard } from './NoticesCard.tsx'

export const calls = {
  get: 'GET /patient/notices/',
  save: 'POST /patient/notices/',
  add: 'POST /patient/push/',
  keep: 'POST /patient/push/keep/',
  remove: 'POST /patient/push/remove/',
}
export const key = `B${'A'.repeat(86)}`
export const keys = { p256dh: key, auth: 'x'.repeat(22) }
export const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
export const none: NoticeChoices = { email_off: [], push_on: [] }

/** What of the browser push notifications need. */
export const browser = ({
  permission = 'default' as NotificationPermission,
  answer = 'granted',
  subscribed = false,
} = {}) => {
  const asked = vi.fn(async () => answer)
  const notification = Object.assign(vi.fn(), { permission, requestPermission: asked })
  vi.stubGlobal('Notification', notification)
  const options = {
    applicationServerKey: Uint8Array.from(atob(`${key.replaceAll('-', '+')}=`), (c) => c.charCodeAt(0)),
  }
  const subscription = {
    endpoint,
    options: { applicationServerKey: options.applicationServerKey.buffer },
    unsubscribe: vi.fn(),
    toJSON: () => ({ endpoint, keys }),
  }
  let current = subscribed ? subscription : null
  const pushManager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async () => {
      current = subscription
      return subscription
    }),
  }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ pushManager } as never)
  return { asked, notification, pushManager }
}

/** Shows the card beside a server that keeps what is chosen. */
export const open = async (
  answers: ServedCalls = {},
  { push_key = key, saved = none, scheme = 'light' as 'light' | 'dark', card = <NoticesCard /> } = {},
) => {
  let choices = saved
  const sent = serve({
    [calls.get]: () => ok({ ...choices, push_key }),
    [calls.save]: ({ body }) => {
      choices = body as NoticeChoices
      return ok({ message: 'Saved' })
    },
    [calls.add]: ok(),
    [calls.remove]: ok(),
    [calls.keep]: ok({ on: true }),
    ...answers,
  })
  const { screen } = await show(
    <>
      <NoticeBar />
      {card}
      <OfflineBar />
    </>,
    { role: 'Patient', scheme },
  )
  const bodies = (call: string) => sent.flatMap((one) => (one.call === call ? [one.body] : []))
  return { screen, bodies, thisDevice: screen.getByRole('switch', { name: 'Push notifications on this device' }) }
}
export const emailOf = (name: string) => ({ name: `Email: ${name}` })
export const claims = emailOf('Changes to your reimbursement requests')
