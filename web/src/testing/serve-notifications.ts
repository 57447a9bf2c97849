import type { Notification } from '@fornix/contract'
import { ok, refused, type ServedCalls, serve } from './serve.ts'

export const entry = (at: number, part: Partial<Notification> = {}): Notification => ({
  id: `01930000-0000-7000-8000-00000000000${at}`,
  item_type: 'file',
  patient_name: `Patient ${at}`,
  patient_id: `P-${at}`,
  dob: '04-17-1986',
  mrn_number: `LN-${at}`,
  has_namesake: false,
  read: false,
  timestamp: '2026-03-01T15:00:00.000Z',
  item_id: `file-${at}`,
  by: '',
  note: '',
  ...part,
})

const readBefore = '01930000-0000-7000-8000-0000000000ff'

/** Serves the notification calls; later events are pushed with `happens`, as the database would. */
export const serveNotifications = (unread: number, notifications: Notification[], { failing = false } = {}) => {
  let count = unread
  let broken = failing
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const say = (text: string) => stream?.enqueue(new TextEncoder().encode(text))
  const lists: Record<string, string>[] = []
  const through: (string | null)[] = []
  let opened = 0
  const no = refused(500)
  const answers: ServedCalls = {
    'HEAD *': ok(''),
    'GET /operator/get_all_notifications/PR-1/': ({ query }) => {
      lists.push(Object.fromEntries(query))
      if (broken) return no
      const type = query.get('item_type')
      const found = notifications.filter(({ item_type }) => !type || type === 'All' || item_type === type)
      const of = (wanted: string) => notifications.filter(({ item_type }) => item_type === wanted).length
      return ok({
        notifications: found,
        count,
        counts: {
          file: of('file'),
          scan: of('scan'),
          request: of('request'),
          special_care: of('special_care'),
          rights: of('rights'),
        },
        newest: notifications[0]?.id ?? null,
        total: found.length,
        total_pages: 1,
      })
    },
    'GET /operator/read_all_notifications/PR-1/': ({ query }) => {
      through.push(query.get('through'))
      if (broken) return no
      count = 0
      return ok({ message: 'ok', read_before: readBefore })
    },
    'POST /operator/read_notification/PR-1/': ({ body }) => {
      const at = notifications.findIndex(({ id }) => id === body?.['id'])
      const found = notifications[at]
      if (broken || !found) return no
      count--
      notifications[at] = { ...found, read: true }
      return ok({ message: 'ok' })
    },
    'POST /operator/undo_read_notifications/PR-1/': ({ body }) => {
      if (broken || body?.['read_before'] !== readBefore) return no
      count = unread
      return ok({ message: 'ok' })
    },
    'GET /operator/notification_stream/': () => {
      opened++
      return new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            stream = controller
            say(': connected\n\n')
          },
        }),
      )
    },
  }
  serve(answers)
  return {
    opened: () => opened,
    through: () => through,
    lists: () => lists,
    mend: () => (broken = false),
    fail: () => (broken = true),
    happens: (more: Notification) => {
      notifications.unshift(more)
      count++
      say('event: chan')
      say('ge\ndata: {}\n\n')
    },
    drop: () => stream?.close(),
  }
}
