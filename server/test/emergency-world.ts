import {
  openEmergency,
  questionnaireVersion,
  type Right,
  saveRights,
  submitMyScreening,
  updateMyMedicalInfo,
  updatePatient,
} from '@fornix/contract'
import { calmAnswers } from '@fornix/demo/seeds/demo/screening-answers.ts'
import type { TestUser } from './given.ts'
import { testApp } from './harness.ts'

export const why = 'Seizure in the waiting room, implants unknown'

/** A clinic that withholds medical information from nurses, with a patient who has some. */
export const emergencyWorld = async () => {
  const app = await testApp()
  const { as, given, send, owner } = app
  const withhold = (admin: TestUser, withheld: Right[]) =>
    as(admin).call(saveRights, { body: { withheld: { Nurse: withheld }, two_person_amount: null } })
  const sick = async (project?: string) => {
    const ana = await given.patient(project)
    await as(ana).call(updateMyMedicalInfo, {
      params: { email: ana.email },
      body: { previous_history: 'Pacemaker since 2019' },
    })
    const answers = { version: questionnaireVersion, answers: calmAnswers() }
    await as(ana).call(submitMyScreening, { params: { key: ana.code }, body: answers })
    return ana
  }
  const setting = async (withheld: Right[] = ['see_medical']) => {
    const ana = await sick()
    const [nora, adam] = [await given.staff('Nurse', ana.project), await given.staff('Admin', ana.project)]
    await as(adam).call(updatePatient, { body: { _id: ana.id, indication: ['Stroke'] } })
    await withhold(adam, withheld)
    return { ana, nora, adam }
  }
  const open = (user: TestUser, { code }: TestUser, reason = why) =>
    send(user, openEmergency, { params: { key: code }, body: { reason } })
  const opened = async (user: TestUser, patient: TestUser) => {
    const { status, body } = await open(user, patient)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return String(body.emergency_id)
  }
  /** As if so many minutes had gone by, of the clock of the database. */
  const later = (emergency: string, minutes: number) =>
    owner(
      `update emergency_accesses set opened_at = opened_at - make_interval(mins => $2), until = until - make_interval(mins => $2)
        where emergency_id = $1`,
      [emergency, minutes],
    )
  return { ...app, withhold, sick, setting, open, opened, later }
}
