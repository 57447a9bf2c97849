import {
  assignPhysician,
  bulkMailsPerPerson,
  emailPatients,
  gapsOf,
  Letter,
  letterText,
  maxBulk,
  type PatientSelection,
  type PatientUndo,
  type StaffPatient,
  setPatientStatuses,
  tooManySelected,
  undoPatientChanges,
  variables,
} from '@fornix/contract'
import type { z } from 'zod'
import { letterTo, projectFacts, replyAddress } from '../../clinic/letters/fill-letter.ts'
import { findTemplate } from '../../clinic/letters/stored-templates.ts'
import { eachPatient } from '../../clinic/records/bulk-lines.ts'
import { mailPatient } from '../../clinic/records/patient-mail.ts'
import { badRequest, staleError } from '../../platform/base/errors.ts'
import { onMany, type RunInTransaction } from '../../platform/calls/route.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { batchAfter } from './list.ts'
import { readPatient } from './record.ts'
import { updatePatientRecord, viewOfStaff } from './update.ts'

type Needs = Pick<Platform, 'config' | 'mail' | 'rateLimits' | 'log'>
type Context = { user: Caller; request: { id: string }; inTransaction: RunInTransaction }
type Selection = z.output<typeof PatientSelection>

/** The chosen patients. A filter that now shows others is refused: nobody has seen these. */
const chosenOf = (inTransaction: RunInTransaction, { patients, filter, total }: Selection) =>
  inTransaction(async (db, audit) => {
    audit.skipRow = true
    if (patients || !filter) return patients ?? []
    const rows = await batchAfter(db, { ...filter, deleted: 'false' }, undefined, maxBulk + 1)
    if (rows.length > maxBulk) throw badRequest(tooManySelected)
    if (rows.length !== total)
      throw staleError(`This filter shows ${rows.length} patients now. Please check the list again.`)
    return rows.map(({ patient_id }) => String(patient_id))
  })

type Values = Pick<PatientUndo, 'status' | 'provider_id' | 'physician_name'>

/** The values of a record that are about to change. */
const previous = (record: StaffPatient, changes: Values): Values => ({
  ...(changes.status !== undefined && { status: record.status as PatientUndo['status'] }),
  ...(changes.provider_id !== undefined && { provider_id: record.provider_id, physician_name: record.physician_name }),
})

const changeAll = async (needs: Needs, { user, request, inTransaction }: Context, which: Selection, changes: Values) =>
  eachPatient(
    await chosenOf(inTransaction, which),
    (key) => key,
    { inTransaction, log: needs.log },
    async ({ db, audit, located }) => {
      // Locked, so that nothing is restored over a newer value.
      const before = await readPatient(db, located.patient, { lock: true })
      const context = { db, user, request, audit, body: changes }
      const { patient } = await updatePatientRecord(needs, context, located.patient, viewOfStaff)
      const undo = { patient_id: located.code, version: patient.version, ...previous(before, changes) }
      return { undo: patient.version === before.version ? null : undo }
    },
  )
const withUndo = <L extends { undo?: PatientUndo | null }>(lines: L[]) => ({
  lines: lines.map((line) => ({ ...line, undo: line.undo ?? null })),
})

const send = async (
  { config, mail, rateLimits, log }: Needs,
  { user, inTransaction }: Context,
  { which, template_id, version, send_key }: z.output<typeof emailPatients.body>,
) => {
  const chosen = await chosenOf(inTransaction, which)
  const { template, facts, replyTo } = await inTransaction(async (db, audit) => {
    audit.skipRow = true
    return {
      template: await findTemplate(db, template_id),
      facts: await projectFacts(db, config.publicUrl),
      replyTo: await replyAddress(db, user),
    }
  })
  if (template.version !== version) throw staleError('Someone changed this template. Please check it again.')
  return eachPatient(
    chosen,
    (key) => key,
    { inTransaction, log },
    async ({ db, audit, located: { patient, email } }) => {
      const parts = await letterTo(db, template, { patient, user, facts })
      const gaps = gapsOf([...parts.subject, ...parts.message])
      if (gaps.length > 0) throw badRequest(`Missing: ${gaps.map((name) => variables[name].label).join(', ')}.`)
      const letter = Letter.safeParse({ subject: letterText(parts.subject), message: letterText(parts.message) })
      if (!letter.success) throw badRequest(letter.error.issues[0]?.message ?? 'This text cannot be sent.')
      const id = await mailPatient(mail, db, {
        project: user.project,
        patient,
        to: [email],
        replyTo,
        subject: letter.data.subject,
        body: letter.data.message,
        by: { id: user.person, name: user.name },
        idempotencyKey: `email:${user.person}:${send_key}:${template_id}:${version}:${patient}`,
      })
      // Sent by the first try, whose response was lost.
      if (id === null) audit.skipRow = true
      // A mail over the limit is rolled back with its transaction.
      else await rateLimits.spendRule('bulk-mails', user.person, bulkMailsPerPerson)
      if (id) audit.object = id
      return {}
    },
  )
}

/** Actions on several patients: each uses the function for one. */
export const patientBulkRoutes = (needs: Needs) => [
  onMany(setPatientStatuses, async ({ body: { which, status }, ...context }) =>
    withUndo(await changeAll(needs, context, which, { status })),
  ),
  onMany(assignPhysician, async ({ body: { which, provider_id }, ...context }) =>
    withUndo(await changeAll(needs, context, which, { provider_id })),
  ),
  onMany(undoPatientChanges, async ({ body, user, request, inTransaction }) => ({
    lines: await eachPatient(
      body.changes,
      ({ patient_id }) => patient_id,
      { inTransaction, log: needs.log },
      async ({ db, audit, located }, { patient_id: _, ...values }) => {
        await updatePatientRecord(
          needs,
          { db, user, request, audit, body: values, isUndo: true },
          located.patient,
          viewOfStaff,
        )
        return {}
      },
    ),
  })),
  onMany(emailPatients, async ({ body, ...context }) => ({ lines: await send(needs, context, body) })),
]
