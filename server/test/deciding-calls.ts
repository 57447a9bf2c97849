import { randomBytes } from 'node:crypto'
import {
  addMyReimbursement,
  addTotp,
  answerMyReimbursement,
  approveScanRequest,
  askToCloseAccount,
  type Call,
  compareRecords,
  deletePatient,
  getTwoStepPolicy,
  inviteOperator,
  listFactors,
  listMyReimbursements,
  markSpecialCare,
  mergeRecords,
  reportNames,
  requestAccess,
  startTotp,
  updateReimbursement,
  uploadDocument,
  uploadForm,
} from '@fornix/contract'
import { Secret } from 'otpauth'
import { expect } from 'vitest'
import { totpOf } from '../src/clinic/people/factors/totp-secret.ts'
import { visitHash } from '../src/features/two-step/recovery/start.ts'
import { proofsIn } from './fresh-proofs.ts'
import { smallPdf, type TestUser } from './given.ts'
import type { TestApp } from './harness.ts'
import { longHereIn } from './long-here.ts'
import { inOneMonth, newCaregiver } from './new-caregiver.ts'

export type Args = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
export type Sent = { args: Args; file?: { name: string; bytes: Buffer } }
export type Caller = { user: TestUser; patient: TestUser }

export const reason = 'As was asked for'
const invited = (email: string) => ({ firstName: 'Kim', lastName: 'Lee', email, role: 'Nurse' })
export const pdf = () => ({ name: 'form.pdf', bytes: smallPdf() })
export const anyEmail = () => `p${crypto.randomUUID().slice(0, 8)}@people.example`

/** What each call that decides something is sent with so that it is done. */
export const decidingCalls = (app: TestApp): Record<string, (caller: Caller) => Promise<Sent> | Sent> => {
  const { given, send, owner } = app
  const { mint, headersOf } = proofsIn(owner)

  /** One request with a proof of its own. */
  const proven = async (user: TestUser, call: Call, { args, file }: Sent) =>
    send(user, call, args, { ...(file && { file }), headers: headersOf(await mint(user, call, args)) })
  const done = async (user: TestUser, call: Call, sent: Sent) => {
    const answer = await proven(user, call, sent)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }

  /** A scan that its patient has asked for. */
  const requested = async ({ patient }: Caller) => {
    const studyId = await given.study({ project: patient.project, patient: patient.id })
    const form = {
      args: { params: { key: patient.code }, body: { signature: 'Ana Rivera', study_id: studyId } },
      file: pdf(),
    }
    await done(patient, uploadForm, form)
    expect((await send(patient, requestAccess, { body: { studyId } })).status).toBe(200)
    return { email: patient.email, studyId, reason, ground: 'form_incomplete' }
  }
  const withApp = async ({ user }: Caller) => {
    const { challenge_id, secret } = await done(user, startTotp, { args: {} })
    const code = totpOf(Secret.fromBase32(secret)).generate()
    expect((await send(user, addTotp, { body: { challenge_id, code } })).status).toBe(200)
  }
  const twins = async ({ user, patient }: Caller) => {
    const other = await given.patient(patient.project)
    const pair = { params: { key: patient.code }, query: { other: other.code } }
    const [one, two] = (await app.as(user).call(compareRecords, pair)).records
    const body = { other: other.code, version: one.version, other_version: two.version, reason }
    return { args: { params: { key: patient.code }, body } }
  }
  const claimOf = async (patient: TestUser) =>
    (await app.as(patient).call(listMyReimbursements, { params: { key: patient.email } })).reimbursements[0]!
  /** What a patient asks to be paid for. */
  const claimed = async ({ patient }: Caller) => {
    const body = { amount: '48', description: 'Taxi' }
    await app.as(patient).call(addMyReimbursement, { body }, { file: pdf() })
    return claimOf(patient)
  }
  const reports = reportNames.map((name) => [
    `export${name[0]?.toUpperCase()}${name.slice(1)}Report`,
    () => ({ args: { query: { months: '3' } } }),
  ])

  return {
    ...Object.fromEntries(reports),
    restorePatient: async (caller) => {
      const { email, code } = caller.patient
      await done(caller.user, deletePatient, { args: { params: { email }, body: { reason } } })
      return { args: { params: { patient_id: code } } }
    },
    declineClosure: async ({ patient }) => {
      const { closure } = await done(patient, askToCloseAccount, { args: { body: { reason } } })
      return {
        args: { params: { key: patient.code }, body: { answer: reason, request_id: closure.request_id } },
      }
    },
    deleteDocument: async ({ user, patient }) => {
      const { file_id } = await app
        .as(user)
        .call(uploadDocument, { params: { key: patient.code }, body: {} }, { file: pdf() })
      return { args: { params: { file_id } } }
    },
    updateReimbursement: async (caller) => ({
      args: { params: { id: (await claimed(caller)).id }, body: { status: 'Paid', comment: reason } },
    }),
    deleteReimbursement: async (caller) => ({ args: { params: { id: (await claimed(caller)).id } } }),
    removeReceipt: async (caller) => {
      const { id, file_id } = await claimed(caller)
      const hold = { args: { params: { id }, body: { status: 'On Hold', comment: 'The receipt has no date' } } }
      await done(caller.user, updateReimbursement, hold)
      const { version } = await claimOf(caller.patient)
      const answer = { params: { id }, body: { version, note: 'With a date' } }
      expect((await send(caller.patient, answerMyReimbursement, answer, { file: pdf() })).status).toBe(200)
      return { args: { params: { file_id } } }
    },
    changePassword: ({ user }) => ({
      args: { body: { current_password: user.password, password: 'Fresh-lantern-3!stone' } },
    }),
    askToCloseAccount: () => ({ args: { body: { reason: 'I moved away' } } }),
    newRecoveryCodes: async (caller) => withApp(caller).then(() => ({ args: {} })),
    removeFactor: async (caller) => {
      await withApp(caller)
      const [factor] = (await app.as(caller.user).call(listFactors, {})).factors
      return { args: { params: { factor_id: factor?.factor_id ?? '' } } }
    },
    saveTwoStepPolicy: async ({ user }) => {
      const { version } = await app.as(user).call(getTwoStepPolicy, {})
      return {
        args: {
          body: {
            roles: [],
            since: '2026-01-01',
            grace_days: 1,
            mail: false,
            acr: [],
            amr: [],
            recovery_hours: 48,
            version,
          },
        },
      }
    },
    confirmIdentity: async ({ user, patient }) => {
      await longHereIn(owner)(user)
      const code = Array.from(randomBytes(8), (byte) => 'ABCDEFGHJKLMNPQR'[byte % 16]).join('')
      await owner("update patients set dob = '1986-04-17' where patient_id = $1", [patient.id])
      await owner('update patients set dob_changed_at = null where patient_id = $1', [patient.id])
      await owner(
        `insert into account_recoveries (recovery_id, login_id, visit_hash, own_hash, expires_at)
         values (gen_random_uuid(), $1, $2, $2, now() + interval '1 hour')`,
        [patient.login, visitHash(code)],
      )
      const read = { document: 'passport', birth_date: '04-17-1986', number: patient.code }
      return { args: { body: { kind: 'patient', code, ...read } } }
    },
    inviteOperator: () => ({ args: { body: invited(anyEmail()) } }),
    resendOperatorInvite: async ({ user }) => {
      const email = anyEmail()
      await done(user, inviteOperator, { args: { body: invited(email) } })
      return { args: { params: { email } } }
    },
    deleteOperator: async ({ user }) => ({
      args: { params: { email: (await given.staff('Nurse', user.project)).email } },
    }),
    updateOperatorProfile: async ({ user }) => {
      const { code } = await given.staff('Nurse', user.project)
      return { args: { body: { provider_id: code, role: 'MRI-Tech' } } }
    },
    updateAdminProfile: ({ user }) => ({ args: { body: { provider_id: user.code, email: anyEmail() } } }),
    updateMyProfile: ({ user }) => ({ args: { body: { _id: user.id, email: anyEmail() } } }),
    updatePatient: ({ patient }) => ({ args: { body: { _id: patient.id, email: anyEmail() } } }),
    deletePatient: ({ patient }) => ({ args: { params: { email: patient.email }, body: { reason } } }),
    exportPatients: () => ({ args: { query: { reason, columns: 'first_name' } } }),
    exportAuditLog: () => ({ args: { query: { reason } } }),
    saveRights: () => ({ args: { body: { withheld: { Nurse: ['export'] }, two_person_amount: null } } }),
    saveProjectSettings: () => ({ args: { body: { name: 'Harbor Clinic' } } }),
    approveScanRequest: async (caller) => ({ args: { body: await requested(caller) } }),
    declineScanRequest: async (caller) => ({ args: { body: await requested(caller) } }),
    extendScanRequest: async (caller) => ({ args: { body: await requested(caller) } }),
    revokeScanAccess: async (caller) => {
      const body = await requested(caller)
      await done(caller.user, approveScanRequest, { args: { body } })
      return { args: { body } }
    },
    approveScanRequests: async (caller) => ({ args: { body: { requests: [await requested(caller)] } } }),
    declineScanRequests: async (caller) => {
      const { email, studyId, ground } = await requested(caller)
      return { args: { body: { requests: [{ email, studyId }], ground, reason } } }
    },
    assignStudy: async ({ patient }) => {
      const study = await given.study({ project: patient.project })
      await owner(
        `insert into study_matching (project_id, study_id, dicom_patient_id, dicom_issuer, dicom_patient_name, dicom_birth_date, state, reason)
         select project_id, study_id, 'MRN-8', '', 'Other^Person', '', 'open', 'nobody' from studies where study_uid = $1`,
        [study],
      )
      return { args: { params: { study }, body: { patient: patient.code, version: 1 } } }
    },
    mergeRecords: twins,
    undoMerge: async (caller) => {
      const { merge_id } = await done(caller.user, mergeRecords, await twins(caller))
      return { args: { params: { merge_id }, body: { reason } } }
    },
    openEmergency: async ({ user, patient }) => {
      await owner(
        `insert into project_rights (project_id, withheld, version, changed_by, changed_name)
         values ($1, '{"Nurse":["see_medical"]}', 1, $2, 'Adam Ochs')`,
        [user.project, user.id],
      )
      return { args: { params: { key: patient.code }, body: { reason: 'Seizure in the scanner, implants unknown' } } }
    },
    unmarkSpecialCare: async ({ user, patient }) => {
      const params = { key: patient.code }
      expect((await send(user, markSpecialCare, { params, body: { reason } })).status).toBe(200)
      return { args: { params } }
    },
    inviteMyCaregiver: () => ({ args: { body: newCaregiver(anyEmail()) } }),
    changeMyCaregiver: async ({ user }) => {
      const params = { caregiver_id: (await given.caregiver(user)).caregiver }
      return { args: { params, body: { areas: ['files'], until: inOneMonth } } }
    },
    uploadForm: async ({ user }) => {
      const form = { args: { params: { key: user.code }, body: { signature: 'Ana Rivera' } }, file: pdf() }
      // The first file of a project makes its key.
      await done(user, uploadForm, form)
      return form
    },
    countersignForm: async ({ patient }) => {
      await owner('update projects set countersign_forms = true where project_id = $1', [patient.project])
      const form = { args: { params: { key: patient.code }, body: { signature: 'Ana Rivera' } }, file: pdf() }
      const { file_id } = await done(patient, uploadForm, form)
      return { args: { params: { file_id }, body: { signature: 'Nora Lindt' } } }
    },
  }
}
