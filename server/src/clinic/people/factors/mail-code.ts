import { randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../../platform/database/db.ts'
import type { Words } from '../../../platform/language/words.ts'
import type { MailSender } from '../../../platform/mail/sender.ts'
import { hashSecret } from '../../../platform/sessions/tokens.ts'
import { dropChallenges, newChallenge, tryChallenge } from './challenges.ts'

const tries = 5
export const mailCodesPerLogin = {
  points: 5,
  seconds: 3600,
  shared: true,
  sentence: 'Five codes were sent within an hour. Please try again later.',
} as const

type To = { project: string; login: string; email: string; words: Words }
const hashOf = (login: string, code: string) => hashSecret(`${login} ${code}`).toString('hex')

/** A code that is good for ten minutes; one that was mailed before is not any more. */
export const mailCode = async (
  { mail }: { mail: Pick<MailSender, 'queue'> },
  db: Db,
  { project, login, email, words }: To,
) => {
  const { t } = words
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await dropChallenges(db, login, 'mail')
  const challenge_id = await newChallenge(db, 'mail', { login, challenge: hashOf(login, code), tries })
  await mail.queue(db, {
    project,
    to: [email],
    subject: t('Your sign-in code'),
    body: [
      t('Hello,'),
      t('This is your code to sign in. It works for 10 minutes:'),
      code,
      t('If you did not sign in just now, somebody knows your password. Please change it.'),
    ].join('\n\n'),
    idempotencyKey: `sign-in-code:${uuid()}`,
  })
  return challenge_id
}

/** Each of five tries counts before it is looked at. */
export const isMailedCode = async (db: Db, login: string, id: string, code: string) => {
  const asked = await tryChallenge(db, 'mail', id, login)
  if (asked?.challenge !== hashOf(login, code)) return false
  await dropChallenges(db, login, 'mail')
  return true
}
