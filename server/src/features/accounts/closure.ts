import {
  askToCloseAccount,
  declineClosure,
  getClosure,
  getMyClosure,
  pageAddresses,
  takeBackClosure,
} from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { closureSeriesOf, endClosureRequest, withdrawClosureMails } from '../../clinic/records/closure-requests.ts'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { lockPatient } from '../../clinic/records/lock-patient.ts'
import { wordsFor } from '../../clinic/records/patient-language.ts'
import { mailPatient } from '../../clinic/records/patient-mail.ts'
import { projectName } from '../../clinic/records/projects.ts'
import { staleError } from '../../platform/base/errors.ts'
import { on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Platform } from '../../platform.ts'
import { closureDeclinedMail } from './mails.ts'

/** A patient's newest request. A completed one is over: the record was deleted, and has been restored since. */
const closureOf = async (db: Db, patient: string) => ({
  closure:
    (await db
      .selectFrom('closure_requests')
      .select(['request_id', 'state', 'reason', 'asked_at', 'answer', 'settled_at'])
      .where('patient_id', '=', patient)
      .where('state', '!=', 'done')
      .$narrowType<{ state: 'open' | 'withdrawn' | 'declined' }>()
      .executeTakeFirst()) ?? null,
})

/** Requesting twice counts once. */
const ask = (db: Db, patient_id: string, reason: string) => {
  const request = {
    request_id: uuid(),
    reason,
    state: 'open',
    asked_at: sql<string>`now()`,
    answer: '',
    settled_at: null,
  }
  return db
    .insertInto('closure_requests')
    .values({ ...request, patient_id })
    .onConflict((row) =>
      row.columns(['project_id', 'patient_id']).doUpdateSet(request).where('closure_requests.state', '!=', 'open'),
    )
    .returning('request_id')
    .executeTakeFirst()
}

/** A patient requests to close the account; an admin deletes the record (see `features/patients`), or says why not. */
export const closureRoutes = ({ config, mail }: Pick<Platform, 'config' | 'mail'>): Route[] => [
  on(getMyClosure, ({ db, user }) => closureOf(db, user.person)),
  on(askToCloseAccount, async ({ db, user, body, audit }) => {
    await lockPatient(db, user.person)
    audit.skipRow = !(await ask(db, user.person, body.reason))
    if (!audit.skipRow) await withdrawClosureMails(db, { project: user.project, patient: user.person })
    return closureOf(db, user.person)
  }),
  on(takeBackClosure, async ({ db, user, audit }) => {
    audit.skipRow = !(await endClosureRequest(db, user.person, { state: 'withdrawn' }))
    return closureOf(db, user.person)
  }),
  onRecord(getClosure, patientOfPath, async ({ db, located, audit }) => {
    const { closure } = await closureOf(db, located.patient)
    const open = closure?.state === 'open' ? closure : null
    // The record's page calls this at each opening, which has its own row: another is written only if there is something to read.
    audit.skipRow = !open
    return { closure: open }
  }),
  onRecord(declineClosure, patientOfPath, async ({ db, user, located, body: { answer, request_id: request } }) => {
    const declined = await endClosureRequest(db, located.patient, { state: 'declined', answer, request })
    if (!declined) throw staleError('The patient withdrew this request, or a colleague answered it. Please look again.')
    const name = await projectName(db, user.project)
    const { email } = await db
      .selectFrom('patients')
      .select('email')
      .where('patient_id', '=', located.patient)
      .executeTakeFirstOrThrow()
    const to = { project: user.project, patient: located.patient }
    await mailPatient(mail, db, {
      ...closureDeclinedMail(await wordsFor(db, to), {
        link: `${config.publicUrl}${pageAddresses.account}`,
        clinic: name,
        request,
      }),
      ...to,
      to: [email],
      by: { id: null, name },
      series: closureSeriesOf(located.patient),
    })
    return { message: 'The request was declined.' }
  }),
]
