import type { Call } from '@fornix/contract'
import { writeAudit } from '../audit.ts'
import type { Database } from '../db.ts'
import { badRequest } from '../errors.ts'
import { membershipsOf } from '../memberships.ts'
import { passwordFits } from '../passwords.ts'
import type { Asked } from '../route.ts'
import { hashSecret } from '../tokens.ts'

export type Login = {
  login_id: string
  email: string
  password_hash: string | null
  email_verified_at: string | null
  created_at: string
  failed_attempts: number
  blocked: boolean
}

/** A random mark of the browser; it only ever shortens a wait. */
export const deviceCookie = 'fornix-device'
const freeFailures = 5
const failuresForever = 100

/** One sentence for wrong, unknown and blocked: it tells nobody which logins exist. */
export const refused = () => badRequest('Failed to authenticate. Check credentials.', 'credentials')

export const loginBy = async (database: Database, column: 'email_key' | 'username' | 'login_id', value: string) =>
  (
    await database.systemQuery<Login>(
      `select login_id, email, password_hash, email_verified_at, created_at, failed_attempts, coalesce(blocked_until > now(), false) as blocked
         from logins where ${column} = $1`,
      [value],
    )
  )[0]

/**
 * Checks a password. After five failures an account waits 30 seconds, doubling up to 15 minutes; a browser that the owner
 * has used before is not kept waiting by a stranger's failures.
 */
export const checkPassword = async (
  database: Database,
  login: Login | undefined,
  password: string,
  request: Asked<Call>['request'],
) => {
  const fits = await passwordFits(login?.password_hash ?? null, password)
  if (!login) throw refused()
  const device = request.cookies[deviceCookie]
  const isKnown = device ? await knownDevice(database, login.login_id, device) : false
  const mayTry = !login.blocked || (isKnown && login.failed_attempts < failuresForever)
  if (fits && mayTry) return login
  if (!fits) await countFailure(database, login.login_id)
  await auditFailure(database, login.login_id, request.id, fits ? 'blocked' : 'wrong password')
  throw refused()
}

const auditFailure = (database: Database, login: string, request: string, result: string) =>
  database.unscoped('note a refused sign-in', async (db) => {
    for (const { project, role, patient, provider } of await membershipsOf(db, login)) {
      await writeAudit(db, {
        project,
        actor: patient ?? provider,
        role,
        action: 'session.refused',
        patient,
        request,
        result,
      })
    }
  })

export const knownDevice = async (database: Database, login: string, device: string) =>
  (
    await database.systemQuery('select from known_devices where login_id = $1 and device_hash = $2', [
      login,
      hashSecret(device),
    ])
  ).length > 0

const countFailure = (database: Database, login: string) =>
  database.systemQuery(
    `update logins set failed_attempts = failed_attempts + 1,
            blocked_until = case when failed_attempts + 1 >= ${freeFailures}
              then now() + least(interval '15 minutes', interval '30 seconds' * power(2, least(failed_attempts + 1 - ${freeFailures}, 10))) end
      where login_id = $1`,
    [login],
  )
