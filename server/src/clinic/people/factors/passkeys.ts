import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import { parse, v7 as uuid } from 'uuid'
import { badRequest, conflict } from '../../../platform/base/errors.ts'
import { type Database, type Db, violates } from '../../../platform/database/db.ts'
import { type Config, originsOf } from '../../../platform/settings/config.ts'
import { newChallenge, type Purpose, takeChallenge } from './challenges.ts'

/** The browser's input; the library checks each part. */
export type Answer = { challenge_id: string; response: Record<string, unknown> }
/** `replaces`: all existing ones are removed once the new one is stored. */
type Owner = { login: string; email: string; site: string; replaces: boolean }

const maxPasskeys = 10
/** What every authenticator supports: ES256, EdDSA, RS256. */
const algorithms = [-7, -8, -257]
const timeout = 5 * 60_000
const rpOf = (config: Config) => ({ id: new URL(config.publicUrl).hostname, origins: originsOf(config) })

const refused = () => badRequest('This passkey was not accepted. Please try again.', 'passkey')
/** The library reports errors by throwing; bad input is not a failure of the program. */
const orRefused = async <T extends { verified: boolean }>(verifying: Promise<T>) => {
  const result = await verifying.catch(() => undefined)
  if (!result?.verified) throw refused()
  return result
}

const passkeysOf = (db: Db, login: string) =>
  db
    .selectFrom('login_factors')
    .select(['credential_id', 'transports'])
    .where('login_id', '=', login)
    .where('kind', '=', 'passkey')
    .execute()
const named = (rows: Awaited<ReturnType<typeof passkeysOf>>) =>
  rows.map(({ credential_id, transports }) => ({ id: credential_id ?? '', transports }))

/** A passkey that the browser finds on its own and that requires a finger, a face or a PIN: two factors in one. */
export const askForNew = async (config: Config, db: Db, { login, email, site, replaces }: Owner) => {
  const existing = replaces ? [] : await passkeysOf(db, login)
  if (existing.length >= maxPasskeys)
    throw conflict(`You can have at most ${maxPasskeys} passkeys. Please remove one first.`)
  const options = await generateRegistrationOptions({
    rpName: site,
    rpID: rpOf(config).id,
    userName: email,
    userID: new Uint8Array(parse(login)),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: named(existing),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout,
  })
  return { challenge_id: await newChallenge(db, 'add_passkey', { login, challenge: options.challenge }), options }
}

type Needs = { config: Config; database: Database }
/** Used up before the answer is checked, whatever the result. */
const taken = async ({ database }: Needs, ...[purpose, id, login]: [Purpose, string, string | null]) =>
  (await database.unscoped('a challenge is answered', (db) => takeChallenge(db, purpose, id, login))).challenge

/** A passkey made by a browser for the login, ready to be stored. */
export const checkNew = async (needs: Needs, login: string, answer: Answer) => {
  const { config } = needs
  const challenge = await taken(needs, 'add_passkey', answer.challenge_id, login)
  const { id, origins } = rpOf(config)
  const { registrationInfo } = await orRefused(
    verifyRegistrationResponse({
      response: answer.response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: true,
    }),
  )
  if (!registrationInfo) throw refused()
  return registrationInfo.credential
}

export const keepPasskey = async (db: Db, login: string, credential: WebAuthnCredential, name: string) => {
  const factor_id = uuid()
  await db
    .insertInto('login_factors')
    .values({
      factor_id,
      login_id: login,
      kind: 'passkey',
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
    })
    .execute()
    .catch((error: unknown) => {
      throw violates(error, 'login_factors_credential_id_key') ? refused() : error
    })
  return factor_id
}

/** For one login, or for anyone who signs in: then the passkey itself must have verified its holder. */
export const askForPasskey = async (config: Config, db: Db, login: string | null) => {
  const options = await generateAuthenticationOptions({
    rpID: rpOf(config).id,
    allowCredentials: login ? named(await passkeysOf(db, login)) : [],
    userVerification: login ? 'preferred' : 'required',
    timeout,
  })
  const purpose = login ? 'prove' : 'sign_in'
  return { challenge_id: await newChallenge(db, purpose, { login, challenge: options.challenge }), options }
}

/** The passkey that signed the challenge, and its owner. If the passkey counts, a counter that does not grow belongs to a copy. */
export const checkPasskey = async (needs: Needs, login: string | null, answer: Answer) => {
  const challenge = await taken(needs, login ? 'prove' : 'sign_in', answer.challenge_id, login)
  return needs.database.unscoped('a passkey is used', (db) => signedBy(needs.config, db, login, answer, challenge))
}

const signedBy = async (config: Config, db: Db, login: string | null, answer: Answer, challenge: string) => {
  const response = answer.response as unknown as AuthenticationResponseJSON
  const passkey = await db
    .selectFrom('login_factors')
    .select(['factor_id', 'login_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', String(response.id))
    .where('kind', '=', 'passkey')
    .$if(login !== null, (query) => query.where('login_id', '=', login ?? ''))
    .forUpdate()
    .executeTakeFirst()
  if (!passkey?.public_key || !passkey.credential_id) throw refused()
  const { id, origins } = rpOf(config)
  const { authenticationInfo } = await orRefused(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: login === null,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  )
  await db
    .updateTable('login_factors')
    .set({ counter: authenticationInfo.newCounter, last_used_at: sql<string>`now()` })
    .where('factor_id', '=', passkey.factor_id)
    .execute()
  return { login: passkey.login_id, factor: passkey.factor_id }
}
