import {
  constants,
  createHash,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { z } from 'zod'
import { boundTo } from '../../platform/files/encryption/file-identity.ts'
import { unwrap, wrap } from '../../platform/files/encryption/wrap.ts'

/** The master keys of an installation, sealed for the holder of a private key that the installation never sees. */
export const SealedMasters = z.object({
  /** SHA-256 of the public key (SubjectPublicKeyInfo, DER), in hex: tells which private key opens it. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  wrapped_key: z.base64(),
  masters: z.base64(),
})
export type SealedMasters = z.output<typeof SealedMasters>

/** NIST SP 800-57 part 1, table 2: as strong as a 128-bit symmetric key. */
const minBits = 3072
const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
const masterBytes = 32

const fingerprintOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** Throws, with a message for the operator, unless the key is RSA of at least 3072 bits. */
export const requireStrongRsa = (key: KeyObject) => {
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < minBits)
    throw new Error(
      `The recovery key must be an RSA key of at least ${minBits} bits: openssl genrsa -aes256 -out recovery.pem 4096`,
    )
}

/** RSA-OAEP (RFC 8017, 7.1) of a fresh key, and the master keys encrypted under that key, bound to the backup. */
export const sealMasters = (masters: readonly Buffer[], recipient: KeyObject, backup_id: string): SealedMasters => {
  const key = randomBytes(32)
  return {
    key: fingerprintOf(recipient),
    wrapped_key: publicEncrypt({ key: recipient, ...oaep }, key).toString('base64'),
    masters: wrap(key, Buffer.concat(masters), boundTo('backup recovery', backup_id)).toString('base64'),
  }
}

/** Throws if it is the wrong private key, or any byte differs. */
export const openMasters = (sealed: SealedMasters, own: KeyObject, backup_id: string) => {
  if (fingerprintOf(createPublicKey(own)) !== sealed.key)
    throw new Error('This is not the recovery key for which the backup was made.')
  const key = privateDecrypt({ key: own, ...oaep }, Buffer.from(sealed.wrapped_key, 'base64'))
  const masters = unwrap(key, Buffer.from(sealed.masters, 'base64'), boundTo('backup recovery', backup_id))
  return Array.from({ length: masters.length / masterBytes }, (_, at) =>
    masters.subarray(at * masterBytes, (at + 1) * masterBytes),
  )
}
