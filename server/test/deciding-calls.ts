import {
  addTotp,
  approveScanRequest,
  type Call,
  compareRecords,
  getTwoStepPolicy,
  inviteOperator,
  listFactors,
  markSpecialCare,
  mergeRecords,
  requestAccess,
  startTotp,
  uploadForm,
} from '@fornix/contract'
import { Secret } from 'otpauth'
import { expect } from 'vitest'
import { totpOf } from '../src/clinic/people/factors/totp-secret.ts'
import { proofsIn } from './fresh-proofs.ts'
import { smallPdf, type TestUser } from './given.ts'
import type { testApp } from './harness.ts'

export type Args = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
export type Sent = { args: Args; file?: { name: string; bytes: Buffer } }
export type Caller = { user: TestUser; patient: TestUser }

export const reason = 'As was asked for'
const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const invited = (email: string) => ({ firstName: 'Kim', lastName: 'Lee', email, role: 'Nurse' })
const helper = {
  first_name: 'Maria',
  last_name: 'Soto',
  relationship: 'Mother',
  areas: ['visits'],
  until: nextMonth,
}
export const pdf = () => ({ name: 'form.pdf', bytes: smallPdf() })
export const anyEmail = () => `p${crypto.randomUUID().slice(0, 8)}@people.example`

/** What each call that decides something is sent with so that it is done. */
export const decidingCalls = (
  app: Awaited<ReturnType<typeof testApp>>,
): Record<string, (caller: Caller) => Promise<Sent> | Sent> => {
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

  return {
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
        args: { body: { roles: [], since: '2026-01-01', grace_days: 1, mail: false, acr: [], amr: [], version } },
      }
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
    mergeRecords: twins,
    undoMerge: async (caller) => {
      const { merge_id } = await done(caller.user, mergeRecords, await twins(caller))
      return { args: { params: { merge_id }, body: { reason } } }
    },
    unmarkSpecialCare: async ({ user, patient }) => {
      const params = { key: patient.code }
      expect((await send(user, markSpecialCare, { params, body: { reason } })).status).toBe(200)
      return { args: { params } }
    },
    inviteMyCaregiver: () => ({ args: { body: { ...helper, email: anyEmail() } } }),
    changeMyCaregiver: async ({ user }) => {
      const params = { caregiver_id: (await given.caregiver(user)).caregiver }
      return { args: { params, body: { areas: ['files'], until: nextMonth } } }
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
