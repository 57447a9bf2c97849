import { inviteDays } from '@fornix/contract'
import type { Words } from '../../platform/language/words.ts'
import { inviteMailKey } from './invite-delivery.ts'

type Invited = {
  project: string
  projectName: string
  patient: string
  name: string
  email: string
  secret: string
  words: Words
}

/**
 * `name` is empty if staff did not write it: it may be a stranger's text for somebody else to read.
 * `shown` is what the list of emails keeps: its readers must not be able to sign up.
 */
export const patientInviteMail = (
  site: string,
  { project, projectName: clinic, patient, name, email, secret, words: { t } }: Invited,
) => {
  const text = (link: string) =>
    [
      name ? t('Hello {name},', { name }) : t('Hello,'),
      t(
        '{clinic} invites you to its portal, where you can book your scan, find your files, and see your results. Open this link to sign up:',
        { clinic },
      ),
      link,
      t('You can use the link once. It expires in {days} days. Please do not forward it. It is only for you.', {
        days: inviteDays,
      }),
      t('If you did not expect this, you can ignore this email.'),
    ].join('\n\n')
  return {
    project,
    patient,
    to: [email],
    subject: t('Your invitation to {clinic}', { clinic }),
    body: text(`${site}/invite/${secret}`),
    shown: text(t('[the personal link]')),
    idempotencyKey: inviteMailKey(secret),
  }
}
