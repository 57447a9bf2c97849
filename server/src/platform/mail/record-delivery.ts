import type { MailQueue, QueuedMail } from './queue.ts'
import { type Delivery, recipientsOf } from './transport.ts'

const refusedNote = (count: number) => (count === 1 ? '1 recipient was refused' : `${count} recipients were refused`)
const waitingNote = (count: number, said: string) =>
  count === 1 ? `1 recipient waits. ${said}` : `${count} recipients wait. ${said}`

/** Records which recipients got it. Only those whom the server deferred are retried; nobody gets it twice. */
export const recordDelivery = async (
  queue: MailQueue,
  mail: QueuedMail,
  { refused, putOff, said }: Delivery,
  now: Date,
) => {
  const everybody = new Set([...mail.to_addresses, ...mail.cc, ...mail.bcc]).size
  const unlucky = mail.refused + refused.length
  if (unlucky === everybody) {
    const state = { reason: said, permanent: true, unreachable: false, left: [], refused: unlucky }
    return queue.markUnsent(mail, now, state)
  }
  if (putOff.length > 0) {
    const isForAll = putOff.length === recipientsOf({ ...mail, left_to: null }).length
    const reason = isForAll ? said : waitingNote(putOff.length, said)
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
