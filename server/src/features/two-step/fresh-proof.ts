import { randomBytes } from 'node:crypto'
import { beginProof, type Call, calls, type FreshProof, finishProof, proofMinutes, takesProof } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { hasFactor } from '../../clinic/people/factors/methods.ts'
import { askForPasskey } from '../../clinic/people/factors/passkeys.ts'
import { proveFactor } from '../../clinic/people/factors/prove.ts'
import { badRequest, invalidFieldsError } from '../../platform/base/errors.ts'
import { inputHashes } from '../../platform/calls/fresh-proof.ts'
import { type CallContext, onMany, type Route } from '../../platform/calls/route.ts'
import { type Database, type Db, violates } from '../../platform/database/db.ts'
import { pendingOf, type Shown } from '../../platform/sessions/second-factor.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import type { Platform } from '../../platform.ts'
import { mailOwner, ownFactors } from './own-login.ts'

const minutesToShow = 5

const byName = new Map(Object.values(calls).map((call): [string, Call] => [`${call.method} ${call.path}`, call]))
const needless = () => badRequest('This needs no confirmation.', 'no_proof_needed')
const tooLate = () => badRequest('This took too long, or was already used. Please try again.', 'challenge')

/** What this user can show for a single request: a factor if there is one, else what their projects accept as one, else the password. */
const offersTo = async (platform: Platform, user: Caller) => {
  const { facts, methods, mail } = await ownFactors(platform, user)
  const { passkeys, totp, recovery } = methods
  const isEnrolling = pendingOf(facts.second_factor) === 'enroll'
  // What is being replaced cannot be shown.
  const isOffered = facts.factor_passed && (isEnrolling || !hasFactor(methods))
  // A user who has to set up a second step has just shown the password; one who signs in through a provider has none.
  const isEnough = !methods.password || isEnrolling
  return {
    hasPasskey: passkeys > 0,
    hasMail: mail,
    /** What the sign-in itself showed. */
    signIn: methods.password ? ('pwd' as const) : ('oidc' as const),
    offered: {
      totp,
      recovery: hasFactor(methods) ? recovery : 0,
      mail,
      password: isOffered && methods.password,
      recent: isOffered && isEnough && facts.recent,
    },
  }
}

const ofCaller = ({ project, session, login }: Caller) =>
  sql<boolean>`project_id = ${project} and session_id = ${session} and login_id = ${login}`
/** Requested in this session, and neither shown nor expired. */
const isOpen = (user: Caller, proof_id: string) =>
  sql<boolean>`${ofCaller(user)} and proof_id = ${proof_id} and factor is null and expires_at > clock_timestamp()`

type NewProof = { proof_id: string; user: Caller; call: string; passkey_challenge: string | null } & ReturnType<
  typeof inputHashes
>
const ask = (db: Db, { user, ...proof }: NewProof) =>
  db
    .insertInto('fresh_proofs')
    .values({
      ...proof,
      project_id: user.project,
      person_id: user.person,
      login_id: user.login,
      session_id: user.session,
      expires_at: sql<string>`clock_timestamp() + make_interval(mins => ${minutesToShow})`,
    })
    .execute()

type Request = CallContext<typeof finishProof>['request']
/** Throws the error to show at the field. */
const show = async (
  platform: Platform,
  user: Caller,
  passkey: string | null,
  proof: FreshProof,
  request: Request,
): Promise<Shown> => {
  const { hasMail, signIn, offered } = await offersTo(platform, user)
  const attempt = { login: user.login, mail: hasMail, request }
  if (proof.method === 'recent') {
    if (!offered.recent) throw badRequest('Please sign in again to confirm that it’s you.', 'sign_in_again')
    return { by: signIn }
  }
  if (proof.method === 'passkey') {
    if (passkey === null) throw tooLate()
    return proveFactor(platform, attempt, { ...proof, challenge_id: passkey })
  }
  if (proof.method === 'password' && !offered.password)
    throw invalidFieldsError({ password: 'Please use your second step.' })
  return proveFactor(platform, attempt, proof)
}

/** The secret for what was shown, once: from now on it is good for one request. */
const mint = async (database: Database, user: Caller, proof_id: string, { by, factor }: Shown) => {
  const secret = randomBytes(32).toString('base64url')
  const minting = database.systemQuery<{ proof_id: string }>(
    `update fresh_proofs set factor = $1, factor_id = $2, secret_hash = $3, expires_at = clock_timestamp() + make_interval(mins => $4)
      where project_id = $5 and proof_id = $6 and session_id = $7 and factor is null and expires_at > clock_timestamp()
     returning proof_id`,
    [by, factor ?? null, hashSecret(secret), proofMinutes, user.project, proof_id, user.session],
  )
  const [minted] = await minting.catch((error: unknown) => {
    // Its factor was removed a moment ago.
    throw violates(error, 'fresh_proofs_factor_id_fkey') ? tooLate() : error
  })
  if (!minted) throw tooLate()
  return secret
}

export const freshProofRoutes = (platform: Platform): Route[] => {
  const { config, database } = platform
  return [
    onMany(beginProof, async ({ user, body: { call, ...input } }) => {
      const target = byName.get(call)
      if (
        !target ||
        target.allow === 'anyone' ||
        !target.allow.includes(user.role) ||
        !takesProof(target, user.role, input.body)
      )
        throw needless()
      const { hasPasskey, offered } = await offersTo(platform, user)
      const proof_id = uuid()
      const passkey = await database.unscoped('ask for fresh proof', async (db) => {
        const made = hasPasskey ? await askForPasskey(config, db, user.login) : null
        const passkey_challenge = made?.challenge_id ?? null
        await ask(db, { proof_id, user, call, passkey_challenge, ...inputHashes(target, input) })
        return made && { ...made.options }
      })
      return { proof_id, passkey, ...offered }
    }),

    onMany(finishProof, async ({ user, body: { proof_id, proof }, request }) => {
      const row = await database.unscoped('which request is confirmed', (db) =>
        db.selectFrom('fresh_proofs').select('passkey_challenge').where(isOpen(user, proof_id)).executeTakeFirst(),
      )
      if (!row) throw tooLate()
      const shown = await show(platform, user, row.passkey_challenge, proof, request)
      const secret = await mint(database, user, proof_id, shown)
      if (shown.by === 'recovery')
        await database.unscoped('tell of a recovery code', (db) => mailOwner(platform, db, user, 'recovery'))
      return { proof: secret }
    }),
  ]
}
