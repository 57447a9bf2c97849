import {
  addPasskey,
  authenticatePatient,
  linkIdentity,
  passkeyPatient,
  registerPatientGoogle,
  startPasskey,
  startPasskeySignIn,
  verifyIdentity,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { invitingClinic } from '../../../test/inviting-clinic.ts'
import { softPasskey } from '../../../test/soft-passkey.ts'

const { given, as, send, owner, whileHeld, project, token, asIdentity, invitedPatient } = await invitingClinic()
const noIdentity = 'delete from identities where login_id = $1'
const noFactor = 'delete from login_factors where login_id = $1'
const noSession = 'update sessions set revoked_at = now() where login_id = $1 and revoked_at is null'
const living = (login: string) =>
  owner('select session_id from sessions where login_id = $1 and revoked_at is null', [login])

describe('a way to sign in that is removed at this moment opens nothing any more', () => {
  test('an identity that was connected', async () => {
    const ana = await given.patient(project)
    asIdentity(ana.email, 'of ana')
    await as(null).call(linkIdentity, { body: { ...token(), password: ana.password } })
    const body = token()
    const answer = await whileHeld(ana.login, [noIdentity, noSession], () =>
      send(null, authenticatePatient, { body }, { headers: { project } }),
    )
    expect(answer.status).toBe(400)
    expect(await living(ana.login)).toEqual([])
  })

  test('a passkey', async () => {
    const ana = await given.patient(project)
    const key = softPasskey()
    const asked = await as(ana).call(startPasskey, {})
    const added = { challenge_id: asked.challenge_id, response: key.create(asked.options), name: 'Phone' }
    await as(ana).call(addPasskey, { body: added })
    const { challenge_id, options } = await as(null).call(startPasskeySignIn, {})
    const body = { challenge_id, response: key.get(options) }
    const answer = await whileHeld(ana.login, [noFactor, noSession], () =>
      send(null, passkeyPatient, { body }, { headers: { project } }),
    )
    expect(answer.status).toBe(400)
    expect(await living(ana.login)).toEqual([])
  })

  test('an identity that finishes its sign-up in a session that ends', async () => {
    const ana = await given.patient()
    const { secret, email } = await invitedPatient()
    asIdentity(ana.email, 'of the other ana')
    await as(null).call(linkIdentity, { body: { ...token(), password: ana.password } })
    const body = token()
    await as(null).call(verifyIdentity, { body: { ...body, invite_token: secret } })
    const { access_token } = await as(null).call(authenticatePatient, { body }, { headers: { project } })
    const answer = await whileHeld(ana.login, [noIdentity, noSession], () =>
      send({ ...ana, token: access_token }, registerPatientGoogle, { body: { email } }),
    )
    expect(answer.status).toBe(401)
    expect(await owner('select from identities where login_id = $1', [ana.login])).toEqual([])
  })
})
