import { createECDH } from 'node:crypto'

const privateBytes = 32

/** The public key of a private key; undefined if that is not valid. */
export const vapidPublicKey = (privateKey: string) => {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== privateBytes) return undefined
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(bytes)
  } catch {
    return undefined
  }
  return pair.getPublicKey('base64url')
}
