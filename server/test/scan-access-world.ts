import { approveScanRequest, getAdminProfile, listMyScans, requestAccess } from '@fornix/contract'
import { authorizationIn } from './authorization.ts'
import type { TestUser } from './given.ts'
import { testApp } from './harness.ts'

/** A patient with a scan and an admin of the clinic, and what they do about access to it. */
export const scanAccessWorld = async () => {
  const app = await testApp()
  const { as, given, send, owner } = app

  const study = (patient: TestUser, date = '20260214') =>
    given.study({ project: patient.project, patient: patient.id, date })
  const { sign } = authorizationIn(app)
  const ask = (patient: TestUser, studyId: string) => send(patient, requestAccess, { body: { studyId } })
  const scans = async (patient: TestUser) =>
    (await as(patient).call(listMyScans, { params: { key: patient.code }, query: {} })).scans
  const people = async () => {
    const ana = await given.patient()
    return { ana, adam: await given.staff('Admin', ana.project), uid: await study(ana) }
  }
  const named = (patient: TestUser, studyId: string, reason = 'The form is not signed by hand') => ({
    body: {
      email: patient.email,
      firstname: 'Ana',
      lastname: 'Rivera',
      studyId,
      reason,
      ground: 'form_incomplete' as const,
    },
  })
  const waiting = async (admin: TestUser) =>
    (await as(admin).call(getAdminProfile, { body: {} })).admin.pending_requests
  const mails = (patient: TestUser) =>
    owner<{ subject: string; body: string }>('select subject, body from mail_outbox where patient_id = $1', [
      patient.id,
    ])
  /** A scan that was asked for with a form, and opened. */
  const opened = async () => {
    const found = await people()
    const { ana, adam, uid } = found
    await sign(ana, { study_id: uid })
    await ask(ana, uid)
    await as(adam).call(approveScanRequest, named(ana, uid))
    return found
  }
  return { ...app, study, sign, ask, scans, people, named, waiting, mails, opened }
}
