import { type Call, calls, finishProof, type Role, roles, takesProof } from '@fornix/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { inputHashes } from '../src/platform/calls/fresh-proof.ts'
import { type Args, anyEmail, type Caller, decidingCalls, pdf, reason, type Sent } from './deciding-calls.ts'
import { proofsIn } from './fresh-proofs.ts'
import type { TestUser } from './given.ts'
import { testApp } from './harness.ts'

const app = await testApp({ config: { freshProof: true } })
const { given, send, owner, platform, database } = app
const { mint, headersOf } = proofsIn(owner)
beforeEach(() => owner('delete from rate_limits'))

/** Written by hand: what decides about accounts, rights, exports, deletions, approvals, merges and signatures (decision 81). */
const deciding = `
  changePassword askToCloseAccount startPasskey startTotp newRecoveryCodes removeFactor saveTwoStepPolicy
  inviteOperator resendOperatorInvite deleteOperator updateOperatorProfile updateAdminProfile
  deletePatient exportPatients exportAuditLog downloadStudy saveRights saveProjectSettings
  approveScanRequest approveScanRequests declineScanRequest declineScanRequests extendScanRequest revokeScanAccess
  updateMyProfile updatePatient mergeRecords undoMerge openEmergency unmarkSpecialCare inviteMyCaregiver changeMyCaregiver inviteCaregiver
  uploadForm countersignForm confirmIdentity
  exportEnrollmentReport exportVisitsReport exportAccessReport exportRequestsReport exportRefusalsReport
  exportReimbursementsReport exportSurveysReport deleteDocument restorePatient declineClosure releaseMeasurementReport
  updateReimbursement deleteReimbursement removeReceipt assignStudy`
  .trim()
  .split(/\s+/)

const valid = decidingCalls(app)
/** What no record is named by, in the form that this part of a path has. */
const nobodyAs = (name: string) => (name === 'study' ? `2.25.${Math.floor(Math.random() * 1e15)}` : crypto.randomUUID())
/** These are not done here: the images and the address of a record without an account have worlds of their own. */
const notDone = ['downloadStudy', 'inviteCaregiver', 'releaseMeasurementReport']
const made = (call: Call): Sent => {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, nobodyAs(name)])
  return {
    args: { params: Object.fromEntries(names), ...(call.method !== 'GET' && { body: { reason, email: anyEmail() } }) },
  }
}

const roleOf = (call: Call): Role =>
  roles.findLast(
    (role) =>
      role !== 'SuperAdmin' &&
      (call.proofOf ?? roles).includes(role) &&
      call.allow !== 'anyone' &&
      call.allow.includes(role),
  ) ?? 'Patient'
const fresh = Object.entries(calls).filter(([, { proof }]) => proof)

const callerOf = async (call: Call): Promise<Caller> => {
  const patient = await given.patient()
  const role = roleOf(call)
  return { user: role === 'Patient' ? patient : await given.staff(role, patient.project), patient }
}
/** Another session of the same person in the same record. */
const again = async (user: TestUser): Promise<TestUser> => {
  const { accessToken, session } = await database.unscoped('test session', (db) =>
    platform.sessions.start(db, {
      project: user.project,
      login: user.login,
      audience: user.role === 'Patient' ? 'patient' : user.role === 'Admin' ? 'admin' : 'operator',
      record: user.role === 'Patient' ? { patient_id: user.id } : { provider_id: user.id },
      device: 'test',
    }),
  )
  await owner("update sessions set amr = '{pwd,otp}' where session_id = $1", [session])
  return { ...user, token: accessToken, session }
}

/** What a request may change, row by row; the trail of refusals and the clock of a session are no change. */
const tables = await owner<{ name: string }>(
  `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('sessions', 'rate_limits', 'audit_seals', 'migrations') order by 1`,
)
const state = async () => {
  const parts = tables.map(({ name }) =>
    name === 'audit_events'
      ? `select 'audit_events', md5(string_agg(event_id::text, '' order by event_id)) from audit_events where action <> 'refused'`
      : `select '${name}', md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ${name} t`,
  )
  return owner(`${parts.join(' union all ')} order by 1`)
}

const resultsOf = async (user: TestUser, action: string) => {
  const rows = await owner<{ result: string }>('select result from audit_events where actor_id = $1 and action = $2', [
    user.id,
    action,
  ])
  return rows.map(({ result }) => result)
}

const isRefused = { status: 403, body: { code: 'proof_required' } }
/** The same call about something else: each part that it says, changed, and one that it does not say. */
const othersOf = (call: Call, { params = {}, query, body }: Args): Args[] => [
  ...Object.keys(params).map((name) => ({ params: { ...params, [name]: nobodyAs(name) }, query, body }) as Args),
  ...(body instanceof Object
    ? Object.keys(body).map(
        (name) => ({ params, query, body: { ...body, [name]: call.upload ? 'other' : ['other'] } }) as Args,
      )
    : []),
  { params, query: { ...query, other: 'yes' }, ...(body === undefined ? {} : { body }) },
  ...(call.method === 'GET' ? [] : [{ params, ...(query && { query }), body: { ...(body as object), other: 'yes' } }]),
]

const takes = (call: Call, role: Role) =>
  call.allow !== 'anyone' && call.allow.includes(role) && takesProof(call, role, made(call).args.body)
const hashOf = (call: Call, args: Args) => inputHashes(call, args).input_hash.toString('hex')
/** By whose proofs a call is tried: those of the few calls before it, in a ring, whose callers may make this one too. */
const triedBy = (name: string, call: Call) => {
  const at = fresh.findIndex(([one]) => one === name)
  const before = [...fresh.slice(at + 1), ...fresh.slice(0, at)].toReversed()
  return before
    .filter(([, by]) => takes(call, roleOf(by)))
    .slice(0, 5)
    .map(([one]) => one)
}
const triedWith = new Map(fresh.map(([name, call]) => [name, triedBy(name, call)]))

let tries = 0
const refuses = async (user: TestUser, call: Call, { args, file }: Sent, proof: string | undefined, why: string) => {
  tries++
  const headers = proof === undefined ? {} : headersOf(proof)
  expect(await send(user, call, args, { ...(file && { file }), headers }), why).toMatchObject(isRefused)
}

test('the calls that take fresh proof are those of the list', () => {
  expect(fresh.map(([name]) => name).toSorted()).toEqual(deciding.toSorted())
  expect(fresh.flatMap(([name]) => (name in valid || notDone.includes(name) ? [] : [name]))).toEqual([
    'startPasskey',
    'startTotp',
  ])
})

describe.each(fresh)('%s', (name, call) => {
  test('takes the proof of this request and no other, once', async () => {
    const caller = await callerOf(call)
    const { user } = caller
    const sent = (await valid[name]?.(caller)) ?? (notDone.includes(name) ? made(call) : { args: {} })
    const { args, file } = sent
    const neighbor = await given.user(user.role, user.project)
    const stranger = await given.user(user.role)
    const other = await again(user)
    const proof = await mint(user, call, args)
    const over = await mint(user, call, args, -1)
    const before = await state()

    await refuses(user, call, sent, undefined, 'without a proof')
    await refuses(user, call, sent, crypto.randomUUID(), 'a made-up proof')
    await refuses(user, call, sent, over, 'a proof of more than two minutes ago')
    await refuses(other, call, sent, proof, 'another session')
    await refuses(neighbor, call, sent, proof, 'another person')
    await refuses(stranger, call, sent, proof, 'another project')
    for (const args of othersOf(call, sent.args))
      await refuses(user, call, { ...sent, args }, proof, JSON.stringify(args))
    for (const [otherName, otherCall] of fresh) {
      const other = made(otherCall)
      // Where both say the same, the action alone tells them apart: of these none is left out.
      const saysTheSame = takes(otherCall, user.role) && hashOf(otherCall, other.args) === hashOf(call, args)
      if (otherName !== name && (saysTheSame || triedWith.get(otherName)?.includes(name)))
        await refuses(user, otherCall, { ...other, ...(otherCall.upload && { file: pdf() }) }, proof, otherName)
    }
    expect(await state()).toEqual(before)

    const answer = await send(user, call, args, { ...(file && { file }), headers: headersOf(proof) })
    expect(answer.body?.code).not.toBe('proof_required')
    if (!notDone.includes(name)) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    if (answer.status < 300) {
      if (typeof call.audit === 'string')
        expect(await resultsOf(user, call.audit)).toContainEqual(expect.stringMatching(/^ok (.+ )?confirmed:otp$/))
      const after = await state()
      // Some end the session that made them.
      if ((await send(user, finishProof, { body: {} })).status !== 401) {
        await refuses(user, call, sent, proof, 'a second time')
        expect(await state()).toEqual(after)
      }
    }
  }, 120_000)
})

test('more than 500 tries were refused', () => {
  expect(tries).toBeGreaterThan(500)
})
