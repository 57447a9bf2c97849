import { answerThread, getThread, markThreadSeen, startMyThread } from '@fornix/contract'
import { v5 as named } from 'uuid'
import type { SignedIn } from './sign-in.ts'

const space = '0d6f2f6e-3d0c-4c40-9a64-2b8f4a1c7f10'

/**
 * Two threads: one that a nurse has answered, and one that waits. Their ids are always the same, so that a repeated run sends nothing
 * twice.
 */
export const messages = async (as: SignedIn) => {
  const ana = await as('ana.rivera@northside.example')
  const ben = await as('ben.okafor@northside.example')
  const nurse = await as('nurse@northside.example')

  const id = named('contact lenses', space)
  await ana.call(startMyThread, {
    body: {
      id,
      subject: 'Contact lenses',
      text: 'Can I wear my contact lenses in the scanner?\nOr should I bring glasses?',
    },
  })
  const { messages: sent } = await nurse.call(getThread, { params: { thread: id } })
  await nurse.call(markThreadSeen, { params: { thread: id }, body: { through: sent.at(-1)?.message_id ?? id } })
  await nurse.call(answerThread, {
    params: { thread: id },
    body: {
      id: named('answer', space),
      text: 'Clear lenses are fine. Please take colored lenses out, because some of them contain metal.\nBring your glasses without metal if you have any.',
    },
  })

  await ben.call(startMyThread, {
    body: {
      id: named('left hand', space),
      subject: 'The small piece in my left hand',
      text: 'I found the letter of the hospital from 1994. It says what kind of metal it is. How can I send it to you?',
    },
  })
}
