import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

export type SigningKey = { id: string; privateKey: KeyObject; publicKey: KeyObject }
/** The current key first; `trusted` holds all public keys, including those whose private key is gone. */
export type AuditKeys = { current: SigningKey; older: SigningKey[]; trusted: KeyObject[] }

const der = (key: KeyObject) => key.export({ format: 'der', type: 'spki' })
export const keyId = (key: KeyObject) => createHash('sha256').update(der(key)).digest('hex').slice(0, 32)
export const publicText = (key: KeyObject) => der(key).toString('base64')
export const publicKeyOf = (text: string) =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

const notEd25519 = new Error('holds something other than Ed25519 keys in PEM')

/** The keys in a PEM file; text between them is for people. */
export const parseKeys = (text: string) => {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g)]
  const keys = blocks.map(([pem, kind = '']) => {
    const privateKey = kind.endsWith('PRIVATE KEY') ? createPrivateKey(pem) : undefined
    const publicKey = createPublicKey(pem)
    if (publicKey.asymmetricKeyType !== 'ed25519') throw notEd25519
    return { id: keyId(publicKey), publicKey, privateKey }
  })
  if (keys.length === 0) throw notEd25519
  return keys
}

/** The signing keys in the file: the first key must be private. */
export const parseAuditKeys = (text: string): AuditKeys => {
  const keys = parseKeys(text)
  const [current, ...older] = keys.flatMap(({ privateKey, ...key }) => (privateKey ? [{ ...key, privateKey }] : []))
  if (!current || keys[0]?.id !== current.id) throw new Error('must begin with an Ed25519 private key in PEM')
  return { current, older, trusted: keys.map(({ publicKey }) => publicKey) }
}

export const newKeyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    id: keyId(publicKey),
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  }
}

const demoNote = `The audit key of a demo. It lies in the data folder, where it proves nothing against whoever owns that folder:
npm run serve refuses it, and wants AUDIT_KEY_FILE.
`

export type KeyPlace = { auditKeyFile: string; AUDIT_KEY_FILE?: string | undefined }

/** The keys from the settings, or null if there are none; `create` is for the demo, which keeps one in its data folder. */
export const loadAuditKeys = async (
  { auditKeyFile, AUDIT_KEY_FILE }: KeyPlace,
  { create }: { create: boolean },
): Promise<AuditKeys | null> => {
  if (!AUDIT_KEY_FILE && !existsSync(auditKeyFile)) {
    if (!create) return null
    await writeFile(auditKeyFile, demoNote + newKeyPair().privatePem, { flag: 'wx', mode: 0o600 })
  }
  return parseAuditKeys(await readFile(auditKeyFile, 'utf8'))
}
