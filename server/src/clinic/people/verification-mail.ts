import { registrationHours } from '@fornix/contract'
import type { Db } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'
import type { MailSender } from '../../platform/mail/sender.ts'
import type { Config } from '../../platform/settings/config.ts'
import { projectName } from '../records/projects.ts'
import { linkMailKey, newLink } from './mailed-links.ts'
import type { Registration } from './registrations.ts'

type To = Registration & { email: string; project: string }

/** The mail contains nothing typed at the registration: its address is not proven to be anyone's yet. */
export const sendVerification = async (
  { config, mail }: { config: Config; mail: MailSender },
  db: Db,
  { login_id, registration_id, joins, email, project }: To,
) => {
  const secret = await newLink(db, 'verify_email', { login_id, registration_id, email })
  const link = `${config.publicUrl}/patient/verify-email/${secret}`
  const name = await projectName(db, project)
  const registration = await db
    .selectFrom('registrations')
    .select('language')
    .where('project_id', '=', project)
    .where('registration_id', '=', registration_id)
    .executeTakeFirst()
  const { t } = wordsIn(registration?.language)
  const text = joins
    ? [
        t(
          'Someone, probably you, registered at {name} with this email address. You already have an account with this address. To use that account at {name} too, open this link and enter your password:',
          { name },
        ),
        link,
        t('Your name and contact details are then copied to {name}.', { name }),
      ]
    : [
        t('Thank you for registering at {name}. Please confirm that this email address is yours:', { name }),
        link,
        t(
          'Please confirm your address within {hours} hours. After that we delete your registration, and you would need to register again.',
          { hours: registrationHours },
        ),
      ]
  await mail.queue(db, {
    project,
    to: [email],
    subject: t('Please confirm your email address'),
    body: [t('Hello,'), ...text, t('If you did not register, you can ignore this email.')].join('\n\n'),
    idempotencyKey: linkMailKey(secret),
  })
}
