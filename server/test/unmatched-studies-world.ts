import { assignStudy, listMyScans, listUnmatchedStudies, undoStudyDecision } from '@fornix/contract'
import { reconcile } from '../src/clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '../src/platform/database/scope.ts'
import type { TestUser } from './given.ts'
import { type Aim, imagingApp } from './imaging-world.ts'

export type Tags = { id?: string; issuer?: string; name?: string; birthDate?: string }

/** Tags that match the patient of the setting. */
export const agreeing = { id: 'MRN-7', birthDate: '19900214', name: 'Łukasz^Ana' }

/** A patient and an admin, studies that arrive, and what the admin decides about them. */
export const unmatchedStudiesWorld = async () => {
  const app = await imagingApp()
  const { as, send, given, platform, owner, imaging } = app

  const reconciled = (project: string, study: string) =>
    reconcile(platform.database, platform.archive, staffScope(projectId(project)), study)
  /** A study that has arrived with these tags, and the portal's result. */
  const arrived = async (project: string, patient: Tags) => {
    const aim = await imaging.stored({ project }, { isListed: false, patient })
    await reconciled(project, aim.study)
    return aim
  }
  const setting = async () => {
    const project = await given.project()
    const adam = await given.staff('Admin', project)
    const ana = await given.patient(project, {
      mrn_number: 'MRN-7',
      dob: '1990-02-14',
      first_name: 'Ana',
      last_name: 'Łukasz',
    })
    return { project, adam, ana }
  }
  const list = async (admin: TestUser, show: 'open' | 'decided' | 'matched' = 'open') =>
    (await as(admin).call(listUnmatchedStudies, { query: { show } })).studies
  const scansOf = async (patient: TestUser) =>
    (await as(patient).call(listMyScans, { params: { key: patient.code }, query: {} })).scans
  const assign = (admin: TestUser, { study }: Aim, patient: string, version = 1) =>
    send(admin, assignStudy, { params: { study }, body: { patient, version } })
  const undo = (admin: TestUser, { study }: Aim, version: number) =>
    send(admin, undoStudyDecision, { params: { study }, body: { version } })
  const notified = async ({ study }: Aim) =>
    (
      await owner<{ count: number }>(
        `select count(*)::int as count from notifications n join studies s on n.item_id = s.study_id::text
          where s.study_uid = $1 and item_type = 'scan'`,
        [study],
      )
    )[0]?.count
  return { ...app, reconciled, arrived, setting, list, scansOf, assign, undo, notified }
}
