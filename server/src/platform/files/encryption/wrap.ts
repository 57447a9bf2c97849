import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM of a few bytes, such as a key: nonce, ciphertext, tag. Opens only with the same `aad`. */
export const wrap = (key: Uint8Array, secret: Uint8Array, aad: Uint8Array) => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** The first of the keys that opens it, with its content; undefined if none does. */
export const unwrapByAny = <K>(
  keys: readonly K[],
  keyOf: (key: K) => Uint8Array,
  wrapped: Uint8Array,
  aad: Uint8Array,
) => {
  for (const by of keys)
    try {
      return { by, secret: unwrap(keyOf(by), wrapped, aad) }
    } catch {
      // Try the next key.
    }
  return undefined
}

/** Throws if the key, the `aad` or any byte differs. */
export const unwrap = (key: Uint8Array, wrapped: Uint8Array, aad: Uint8Array) => {
  if (wrapped.length < nonceBytes + tagBytes) throw new Error('A wrapped key is too short')
  const decipher = createDecipheriv('aes-256-gcm', key, wrapped.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(aad).setAuthTag(wrapped.subarray(-tagBytes))
  return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
