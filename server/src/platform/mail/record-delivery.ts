import type { MailQueue, QueuedMail } from './queue.ts'
import { type Delivery, recipientsOf } from './transport.ts'

const refusedNote = (count: number) => (count === 1 ? '1 recipient was refused' : `${count} recipients were refused`)
const waitingNote = (count: number, serverResponse: string) =>
  count === 1 ? `1 recipient waits. ${serverResponse}` : `${count} recipients wait. ${serverResponse}`

/** Records which recipients got it. Only those whom the server deferred are retried; nobody gets it twice. */
export const recordDelivery = async (
  queue: MailQueue,
  mail: QueuedMail,
  { refused, putOff, serverResponse }: Delivery,
  now: Date,
) => {
  const everybody = new Set([...mail.to_addresses, ...mail.cc, ...mail.bcc]).size
  const unlucky = mail.refused + refused.length
  if (unlucky === everybody) {
    const state = { reason: serverResponse, permanent: true, unreachable: false, left: [], refused: unlucky }
    return queue.markUnsent(mail, now, state)
  }
  if (putOff.length > 0) {
    const isForAll = putOff.length === recipientsOf({ ...mail, left_to: null }).length
    const reason = isForAll ? serverResponse : waitingNote(putOff.length, serverResponse)
    const state = { reason, permanent: false, unreachable: false, left: putOff, refused: unlucky }
    const outcome = await queue.markUnsent(mail, now, state)
    if (outcome === 'queued' || unlucky + putOff.length === everybody) return outcome
    // Given up for some; the others received it.
    await queue.markSent(mail, now, refusedNote(unlucky + putOff.length))
    return 'sent' as const
  }
  await queue.markSent(mail, now, unlucky > 0 ? refusedNote(unlucky) : null)
  return 'sent' as const
}
