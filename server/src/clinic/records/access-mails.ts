import { pageAddresses } from '@fornix/contract'
import type { Db } from '../../platform/database/db.ts'
import type { Words } from '../../platform/language/words.ts'
import { queueMail, withdrawMails } from '../../platform/mail/outbox.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { notifyPatient } from './notify-patient.ts'
import { wordsFor } from './patient-language.ts'
import { projectName } from './projects.ts'

/** Who is notified of a decision, and what makes it one email. */
export type AccessMail = { request_id: string; patient_id: string; study_id: string; email: string; first_name: string }

// The mail says nothing about health: the portal shows which scan it was, and the reason, to the requester.
const textsIn = ({ t }: Words) => ({
  approved: {
    subject: t('Your access request was approved'),
    body: t('Your access request was approved. Sign in to see what you can open, and until when.'),
  },
  declined: {
    subject: t('About your access request'),
    body: t('We could not approve your access request. Sign in to see why and what you can do.'),
  },
  extended: {
    subject: t('About your access request'),
    body: t('We need more time for your access request. Sign in to see when we will answer.'),
  },
  revoked: {
    subject: t('Access to a scan has ended'),
    body: t('You no longer have access to one of your scans. Sign in to see what you can open.'),
  },
})

type Outcome = keyof ReturnType<typeof textsIn>

/** What a decision makes false. “We could not approve” and “We need more time” stay true of the requests that they were about. */
const outdatedBy: Record<Outcome, Outcome[]> = {
  approved: ['extended', 'revoked'],
  declined: ['extended'],
  extended: [],
  revoked: ['approved'],
}
const keyOf = (kind: Outcome, request: string) => `access ${kind} ${request}`

const withdrawOutdated = async (db: Db, project: string, { patient_id, study_id }: AccessMail, kind: Outcome) => {
  const requests = await db
    .selectFrom('access_requests')
    .select('request_id')
    .where('patient_id', '=', patient_id)
    .where('study_id', '=', study_id)
    .execute()
  await withdrawAccessMails(db, project, requests, outdatedBy[kind])
}

/** Withdraws the waiting mails about these requests. */
export const withdrawAccessMails = (
  db: Db,
  project: string,
  requests: readonly { request_id: string }[],
  kinds: readonly Outcome[],
) =>
  withdrawMails(db, {
    project,
    idempotencyKeys: requests.flatMap(({ request_id }) => kinds.map((kind) => keyOf(kind, request_id))),
  })

/** Notifies the patient, in the decision's transaction. */
export const mailDecision = async (
  { config }: { config: { publicUrl: string } },
  { db, user }: { db: Db; user: Caller },
  request: AccessMail,
  kind: Outcome,
) => {
  await withdrawOutdated(db, user.project, request, kind)
  const to = { project: user.project, patient: request.patient_id }
  if (!(await notifyPatient(db, to, kind === 'revoked' ? 'access_ended' : 'requests'))) return
  const [name, words] = [await projectName(db, user.project), await wordsFor(db, to)]
  const { t } = words
  const { subject, body } = textsIn(words)[kind]
  await queueMail(db, {
    ...to,
    to: [request.email],
    subject: `${subject} · ${name}`,
    body: [
      t('Hello {name},', { name: request.first_name }),
      body,
      `${config.publicUrl}${pageAddresses.scan}`,
      name,
    ].join('\n\n'),
    idempotencyKey: keyOf(kind, request.request_id),
    series: `access:${request.study_id}`,
  })
}
