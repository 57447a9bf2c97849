import { needsAnswer, type ReimbursementStatus } from '@fornix/contract'
import { notifyPatient } from '../../clinic/records/notify-patient.ts'
import { wordsFor } from '../../clinic/records/patient-language.ts'
import { projectName } from '../../clinic/records/projects.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Words } from '../../platform/language/words.ts'
import { queueMail, withdrawMails } from '../../platform/mail/outbox.ts'

type Change = {
  project: string
  patient: string
  email: string
  firstName: string
  news: 'status' | 'question' | 'amount' | 'deleted'
  status: ReimbursementStatus
  link: string
  reimbursement: string
  /** Which change of it: reported only once. */
  change: string
}

/** Subject and sentences. */
const textsOf = (
  status: ReimbursementStatus,
  clinic: string,
  { t, translated }: Words,
): Record<Change['news'], [subject: string, ...sentences: string[]]> => {
  const answer = t('Please answer it in the portal so we can decide.')
  return {
    status: [
      t('Your reimbursement request: {status} · {clinic}', { status: translated(status), clinic }),
      t('The status of one of your reimbursement requests is now: {status}.', { status: translated(status) }),
      ...(needsAnswer(status) ? [t('We have a question about this request.'), answer] : []),
    ],
    question: [
      t('A new question about your reimbursement request · {clinic}', { clinic }),
      t('We have a new question about one of your reimbursement requests.'),
      answer,
    ],
    amount: [
      t('Your reimbursement request: new amount · {clinic}', { clinic }),
      t('The amount of one of your reimbursement requests has changed.'),
    ],
    deleted: [
      t('Your reimbursement request was deleted · {clinic}', { clinic }),
      t('We deleted one of your reimbursement requests. If you have questions, please contact us.'),
    ],
  }
}

/** Notifies the patient of what has changed. What it was for, and how much, is shown only in the portal. */
export const mailStatus = async (db: Db, { project, patient, email, firstName, ...about }: Change) => {
  const series = `reimbursement:${about.reimbursement}`
  // An email about a question or an amount does not mention the status, so one about the status still goes out first.
  if (about.news === 'status' || about.news === 'deleted') await withdrawMails(db, { project, series })
  if (!(await notifyPatient(db, { project, patient }, 'claims'))) return
  const name = await projectName(db, project)
  const words = await wordsFor(db, { project, patient })
  const { t } = words
  const [subject, ...sentences] = textsOf(about.status, name, words)[about.news]
  await queueMail(db, {
    project,
    patient,
    to: [email],
    subject,
    body: [
      t('Hello {name},', { name: firstName }),
      sentences.join(' '),
      about.news === 'deleted'
        ? t('Your other requests are here: {link}', { link: about.link })
        : t('See it here: {link}', { link: about.link }),
      name,
    ].join('\n\n'),
    idempotencyKey: `reimbursement ${about.reimbursement} ${about.change}`,
    series,
  })
}
