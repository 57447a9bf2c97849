import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto'

const curve = 'prime256v1'
const pointBytes = 65
const recordBytes = 4096

/** The keys that a browser made for its subscription, base64url (RFC 8291 section 2). */
export type PushKeys = { p256dh: string; auth: string }

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Whether it is a point on the curve: nothing else can be encrypted for. */
export const isPushKey = (p256dh: string) => {
  try {
    return (ECDH.convertKey(p256dh, curve, 'base64url', 'hex', 'uncompressed') as string).length === 2 * pointBytes
  } catch {
    return false
  }
}

/** The secrets of one message; tests may supply their own. */
const freshSecrets = () => {
  const own = createECDH(curve)
  own.generateKeys()
  return { own, salt: randomBytes(16) }
}

/** One record of `aes128gcm` (RFC 8188) that only the browser with these keys can open (RFC 8291): the push service cannot read it. */
export const encryptPush = (text: string, keys: PushKeys, { own, salt } = freshSecrets()) => {
  const [browser, sender] = [bytesOf(keys.p256dh), own.getPublicKey()]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, sender])
  const secret = derive(own.computeSecret(browser), bytesOf(keys.auth), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The last record ends with 2.
  const sealed = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  return Buffer.concat([salt, size, Buffer.of(sender.length), sender, sealed])
}
