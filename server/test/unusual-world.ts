import { dayMs, decideUnusualAccess, hourMs, listUnusualAccess, type UnusualRule } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { detectUnusualAccess } from '../src/features/unusual-access/watch.ts'
import { auditActions } from '../src/features.ts'
import type { TestUser } from './given.ts'
import { testApp } from './harness.ts'

/** Noon in New York, some days ago: a time at which only the rule under test finds something. */
export const noonDaysAgo = (days: number) => {
  const day = new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
  return Date.parse(`${day}T17:00:00Z`)
}
export const later = (at: number, hours: number) => new Date(at + hours * hourMs)
export const explained = { state: 'explained', reason: 'Covered for a colleague' }

type Row = { action?: string; result?: string; at?: number }

/** People of a clinic, readings that have happened, and what the watch makes of them. */
export const unusualWorld = async () => {
  const app = await testApp()
  const { as, given, send, owner, platform } = app
  const happened = (
    by: TestUser,
    patient: TestUser | string,
    { action = 'patient.read', result = 'ok', at = 0 }: Row,
  ) =>
    owner(
      `insert into audit_events (project_id, event_id, at, actor_id, actor_role, action, patient_id, request_id, result)
       values ($1, $2, $3, $4, $5, $6, $7, 'test', $8)`,
      [
        by.project,
        uuid({ msecs: at }),
        new Date(at),
        by.id,
        by.role,
        action,
        typeof patient === 'string' ? patient : patient.id,
        result,
      ],
    )
  const findings = async (admin: TestUser, query: object = {}) =>
    (await as(admin).call(listUnusualAccess, { query: { days: '90', ...query } })).findings
  /** What a rule has found, looked at as on the day after. */
  const found = async (admin: TestUser, rule: UnusualRule, at: number, hoursLater = 48) => {
    await detectUnusualAccess(platform, auditActions, later(at, hoursLater))
    return findings(admin, { rule })
  }
  const setting = async (last_name = 'Okafor') => {
    const ana = await given.patient(undefined, { last_name, dob: '1986-04-17', mrn_number: 'MRN-1' })
    const [nora, adam] = [await given.staff('Nurse', ana.project), await given.staff('Admin', ana.project)]
    return { ana, nora, adam }
  }
  const renamed = (user: TestUser, name: string) =>
    owner('update providers set last_name = $2 where provider_id = $1', [user.id, name])
  const decide = (admin: TestUser, finding_id: string, body: object) =>
    send(admin, decideUnusualAccess, { params: { finding_id }, body: { version: 1, ...body } })
  /** A namesake's record, opened by a nurse on one day: one finding of that rule. */
  const namesake = async () => {
    const people = await setting('Lindt')
    const at = noonDaysAgo(3)
    await happened(people.nora, people.ana, { at })
    const [finding] = await found(people.adam, 'same_last_name', at)
    return { ...people, at, finding: finding! }
  }
  return { ...app, happened, findings, found, setting, renamed, decide, namesake }
}
