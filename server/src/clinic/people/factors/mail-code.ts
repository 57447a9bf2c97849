import { randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../../platform/database/db.ts'
import type { Words } from '../../../platform/language/words.ts'
import type { MailSender } from '../../../platform/mail/sender.ts'
import { hashSecret } from '../../../platform/sessions/tokens.ts'
import { dropChallenge, newChallenge, tryChallenge } from './challenges.ts'

const tries = 5
export const mailCodesPerLogin = {
  points: 5,
  seconds: 3600,
  shared: true,
  sentence: 'Five codes were sent within an hour. Please try again later.',
} as const

/** For a sign-in that lacks a code, or a signed-in user who confirms something. */
export type CodePurpose = 'sign-in' | 'confirm'
type To = { project: string; login: string; email: string; words: Words; purpose: CodePurpose }
const hashOf = (login: string, code: string) => hashSecret(`${login} ${code}`).toString('hex')

/**
 * A code that is valid for ten minutes, for the window that requested it: only that one knows its `challenge_id`.
 * Other windows' codes stay valid.
 * A guess counts against one code, so several open ones make guessing no easier: 5 codes an hour with 5 tries each are 25 guesses in a
 * million, whether one is open or five.
 */
export const mailCode = async (
  { mail }: { mail: Pick<MailSender, 'queue'> },
  db: Db,
  { project, login, email, words, purpose }: To,
) => {
  const { t } = words
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const challenge_id = await newChallenge(db, 'mail', { login, challenge: hashOf(login, code), tries })
  await mail.queue(db, {
    project,
    to: [email],
    subject: purpose === 'sign-in' ? t('Your sign-in code') : t('Your code'),
    body: [
      t('Hello,'),
      purpose === 'sign-in'
        ? t('This is your code to sign in. It works for 10 minutes:')
        : t('This is your code to confirm that it is you. It works for 10 minutes:'),
      code,
      purpose === 'sign-in'
        ? t('If you did not sign in just now, someone knows your password. Please change it.')
        : t(
            'If you did not ask for it just now, someone is using your account. Please sign out everywhere and change your password.',
          ),
    ].join('\n\n'),
    idempotencyKey: `sign-in-code:${uuid()}`,
  })
  return challenge_id
}

/** Each of five tries counts before it is checked. */
export const isMailedCode = async (db: Db, login: string, id: string, code: string) => {
  const made = await tryChallenge(db, 'mail', id, login)
  if (made?.challenge !== hashOf(login, code)) return false
  await dropChallenge(db, id)
  return true
}
