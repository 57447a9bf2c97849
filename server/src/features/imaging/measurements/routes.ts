import {
  deleteMeasurements,
  listMeasurements,
  releaseMeasurementReport,
  saveMeasurementReport,
  saveMeasurements,
  withdrawMeasurementReport,
} from '@fornix/contract'
import { refuseOwnRecord } from '../../../clinic/records/own-record.ts'
import { onMany, onRecord, type Route } from '../../../platform/calls/route.ts'
import type { Platform } from '../../../platform.ts'
import { locateStudyForMeasurements } from '../open-study.ts'
import { mailReportReleased } from './mails.ts'
import {
  addReport,
  dropShapes,
  keepPatient,
  keepShapes,
  ownShapes,
  release,
  reportOf,
  reportsOf,
  withdraw,
  withdrawReportMail,
} from './queries.ts'
import { saveReport } from './save-report.ts'

export const measurementRoutes = (parts: Pick<Platform, 'archive' | 'config' | 'database' | 'version'>): Route[] => [
  onRecord(listMeasurements, locateStudyForMeasurements, async ({ db, user, located }) => ({
    ...(await ownShapes(db, user, located.study_id)),
    reports: await reportsOf(db, user, located),
  })),

  onRecord(saveMeasurements, locateStudyForMeasurements, async ({ db, user, body, audit, located: { study_id } }) => {
    // Saved again with every line: one row in the trail is enough.
    const { saved_at, is_new } = await keepShapes(db, user, study_id, body)
    audit.skipRow = !is_new
    return { message: 'Measurements kept', saved_at }
  }),

  onRecord(deleteMeasurements, locateStudyForMeasurements, async ({ db, user, body, audit, located: { study_id } }) => {
    audit.skipRow = !(await dropShapes(db, user, study_id, body.saved_at))
    return { message: 'Measurements deleted' }
  }),

  // The archive gets the file between two transactions, as it may be external and slow.
  onMany(saveMeasurementReport, async ({ user, params, body, inTransaction }) => {
    const study = await inTransaction(async (db, audit) => {
      const found = await locateStudyForMeasurements({ db, user, audit, params })
      audit.skipRow = true
      return found
    })
    const report = await saveReport(parts, user, study, body.shapes)
    return inTransaction(async (db, audit) => {
      await locateStudyForMeasurements({ db, user, audit, params })
      audit.skipRow = false
      await addReport(db, user, report)
      const { series, instance } = report.place
      return { report_id: report.report_id, series, instance }
    })
  }),

  onRecord(releaseMeasurementReport, locateStudyForMeasurements, async ({ db, user, params, body, audit, located }) => {
    const patient = await keepPatient(db, located.study_id, body.patient)
    audit.patient = patient
    await refuseOwnRecord(db, user, patient)
    const instance = await reportOf(db, located.study_id, params.report_id)
    audit.skipRow = !(await release(db, located.study_id, instance))
    audit.detail = `Report ${instance}`
    if (!audit.skipRow) await mailReportReleased(db, parts.config.publicUrl, { study_id: located.study_id, instance })
    return { message: 'The patient can read this report' }
  }),

  onRecord(withdrawMeasurementReport, locateStudyForMeasurements, async ({ db, params, audit, located }) => {
    const instance = await reportOf(db, located.study_id, params.report_id)
    await withdrawReportMail(db, { study_id: located.study_id, instance })
    audit.skipRow = !(await withdraw(db, located.study_id, instance))
    audit.detail = `Report ${instance}`
    return { message: 'The patient can no longer read this report' }
  }),
]
