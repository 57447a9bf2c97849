import { Secret, TOTP } from 'otpauth'
import { invalidFieldsError } from '../../../platform/base/errors.ts'
import { boundTo } from '../../../platform/files/encryption/file-identity.ts'
import type { KeyRing } from '../../../platform/files/encryption/key-ring.ts'
import { derive } from '../../../platform/files/encryption/keys.ts'
import { ProjectKeyLost } from '../../../platform/files/encryption/project-keys.ts'
import { unwrap, wrap } from '../../../platform/files/encryption/wrap.ts'

/** A secret under the key of the project where it was made. */
export type Sealed = { sealed: Buffer; key_project: string; key_version: number }

const secretBytes = 20
const purpose = 'login factors'
/** A row moved to another login cannot be decrypted. */
const aad = (login: string) => boundTo('totp', login)

export const newSecret = () => new Secret({ size: secretBytes })

export const sealSecret = async (keys: KeyRing, project: string, login: string, secret: Secret): Promise<Sealed> => {
  const { version, key } = await keys.current(project)
  return {
    sealed: wrap(derive(key, purpose), secret.bytes, aad(login)),
    key_project: project,
    key_version: version,
  }
}

/** A login lives on in projects other than the one under whose key its app was added. */
const lostApp = (error: unknown) => {
  throw error instanceof ProjectKeyLost
    ? invalidFieldsError({
        code: 'This app can no longer be checked. Please use a recovery code, or call your clinic.',
      })
    : error
}

export const openSecret = async (keys: KeyRing, login: string, { sealed, key_project, key_version }: Sealed) => {
  const key = derive(await keys.open(key_project, key_version).catch(lostApp), purpose)
  return new Secret({ buffer: new Uint8Array(unwrap(key, sealed, aad(login))).buffer })
}

/** RFC 6238 with what every app supports: SHA-1, six digits, 30 seconds. */
export const totpOf = (secret: Secret, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30, ...names })

/** The 30-second step of a code: the current one, the one before, or the one after, as clocks differ. */
export const stepOf = (secret: Secret, code: string, now = Date.now()) => {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, window: 1, timestamp: now })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}
