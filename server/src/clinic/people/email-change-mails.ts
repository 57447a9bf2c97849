import { emailChangeHours } from '@fornix/contract'
import type { Mail } from '../../platform/mail/outbox.ts'

type Change = { project: string; old: string; wanted: string; confirm: string; stop: string; isProposed: boolean }
const paragraphs = (...texts: string[]) => ['Hello,', ...texts].join('\n\n')

/** To the new address and to the old one. No name stands in them: nobody has shown yet that either mailbox is this person's. */
export const emailChangeMails = (site: string, change: Change): Mail[] => {
  const { project, old, wanted, confirm, stop, isProposed } = change
  return [
    {
      project,
      to: [wanted],
      subject: 'Please confirm your new email address',
      body: paragraphs(
        isProposed
          ? 'Our staff entered this email address as the new one for your account. Please confirm that you want it. You will be asked to sign in, or for your password:'
          : 'Someone, probably you, wants to use this email address for their account with us. Please confirm that it is yours. You will be asked to sign in, or for your password:',
        `${site}/confirm-email/${confirm}`,
        `The link works once, within ${emailChangeHours} hours. Until you confirm, your old address stays in use. Then you will be signed out everywhere else.`,
        isProposed
          ? 'If you do not have an account with us, you can ignore this email.'
          : 'If you did not ask for this, you can ignore this email.',
      ),
      idempotencyKey: `new-email:${confirm.slice(0, 16)}`,
    },
    {
      project,
      to: [old],
      subject: 'Your email address is about to change',
      body: paragraphs(
        isProposed
          ? 'Our staff entered a new email address for your account. It takes effect only if you confirm it. Open the link we sent to the new address, and sign in or enter your password.'
          : 'Someone, probably you, asked to change the email address of your account. It changes once the new address is confirmed.',
        'To keep your current address, stop the change here. You do not need to sign in:',
        `${site}/stop-email-change/${stop}`,
        ...(isProposed
          ? []
          : [`If you did not ask for this, please choose a new password as well: ${site}/reset-password`]),
      ),
      idempotencyKey: `old-email:${confirm.slice(0, 16)}`,
    },
  ]
}
