import {
  addMyReimbursement,
  assignWork,
  getWorkQueue,
  type QueueKind,
  questionnaireVersion,
  submitMyScreening,
} from '@fornix/contract'
import { calmAnswers } from '@fornix/demo/seeds/demo/screening-answers.ts'
import { v7 as uuid } from 'uuid'
import { authorizationIn } from './authorization.ts'
import { smallPdf, type TestUser } from './given.ts'
import { testApp } from './harness.ts'

/** A patient, a nurse and an admin, what waits for whom, and how it is taken. */
export const workQueueWorld = async () => {
  const app = await testApp()
  const { as, given, send, owner } = app

  const queue = (user: TestUser, query = {}) => as(user).call(getWorkQueue, { query })
  const section = async (user: TestUser, kind: QueueKind, query = {}) =>
    (await queue(user, query)).sections.find((one) => one.kind === kind)
  const counts = async (user: TestUser) =>
    Object.fromEntries((await queue(user)).sections.map(({ kind, count }) => [kind, count]))
  const assign = (user: TestUser, kind: string, item_id: string, body: object) =>
    send(user, assignWork, { params: { kind, item_id }, body })
  const setting = async () => {
    const ana = await given.patient(undefined, { dob: '1986-04-17', mrn_number: 'MRN-1' })
    return {
      ana,
      nora: await given.staff('Nurse', ana.project),
      adam: await given.staff('Admin', ana.project),
    }
  }
  const answer = (ana: TestUser) =>
    as(ana).call(submitMyScreening, {
      params: { key: ana.code },
      body: { version: questionnaireVersion, answers: calmAnswers() },
    })
  const claim = (ana: TestUser, amount = '48') =>
    as(ana).call(
      addMyReimbursement,
      { body: { amount, description: 'Taxi' } },
      { file: { name: 'taxi.pdf', bytes: smallPdf() } },
    )
  const { sign, requested } = authorizationIn(app)
  const visitNow = (ana: TestUser) =>
    owner(
      `insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
       select project_id, $2, $1, scanner_id, date_trunc('hour', now()), $1 from scanners where project_id = $3`,
      [ana.id, uuid(), ana.project],
    )
  return { ...app, queue, section, counts, assign, setting, answer, claim, sign, visitNow, requested }
}
