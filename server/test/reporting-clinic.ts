import { v7 as uuid } from 'uuid'
import type { TestUser } from './given.ts'
import { testApp } from './harness.ts'

/** A patient with visits in spring, and the staff who read what the project counts. */
export const reportingClinic = async () => {
  const app = await testApp()
  const { given, owner } = app

  const setting = async () => {
    const ana = await given.patient()
    return { ana, adam: await given.staff('Admin', ana.project), nora: await given.staff('Nurse', ana.project) }
  }
  /** In New York the clocks go forward at 2:00 on the Sunday in these two weeks. */
  const spring = { from: '2026-03-02', to: '2026-03-15' }
  const booked = async (ana: TestUser, at: string, status = 'booked') => {
    const [visit] = await owner<{ id: string }>(
      `insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, status, created_by)
       select project_id, gen_random_uuid(), $2, scanner_id, $3, $4, $2 from scanners where project_id = $1
       returning appointment_id as id`,
      [ana.project, ana.id, at, status],
    )
    return visit?.id ?? ''
  }
  const step = (ana: TestUser, visit: string, at: string, status: string) =>
    owner(
      `insert into visit_steps (project_id, step_id, appointment_id, patient_id, starts_at, status, made_by, made_name)
       values ($1, $2, $3, $4, $5, $6, $4, 'Nora')`,
      [ana.project, uuid(), visit, ana.id, at, status],
    )
  const visited = async (ana: TestUser, at: string, status: string) => step(ana, await booked(ana, at), at, status)
  return { ...app, setting, spring, booked, step, visited }
}
