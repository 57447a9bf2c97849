import { generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { importJWK, SignJWT } from 'jose'
import { z } from 'zod'
import type { Config } from '../settings/config.ts'

/** Half of the 24 hours that RFC 8292 allows, since clocks may differ. */
const hoursValid = 12

export type VapidKeys = { publicKey: string; privateKey: string }

/** A key pair for push services in the form that browsers and settings use: the bare point and number in base64url. */
export const newVapidKeys = (): VapidKeys => {
  const {
    d = '',
    x = '',
    y = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

/** Signs requests to push services (RFC 8292). `subject`: the contact address for a push service. */
export const vapidOf = async ({ publicKey, privateKey }: VapidKeys, subject: string) => {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = await importJWK({ kty: 'EC', crv: 'P-256', d: privateKey, x: x ?? '', y: y ?? '' }, 'ES256')
  return {
    publicKey,
    authorization: async (endpoint: string) => {
      const token = await new SignJWT()
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(`${hoursValid}h`)
        .setSubject(subject)
        .sign(key)
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}
export type Vapid = Awaited<ReturnType<typeof vapidOf>>

const StoredKeys = z.object({ publicKey: z.string(), privateKey: z.string() })

/** The demo creates its own keys on the first start. */
const demoKeys = async (file: string) => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined) return StoredKeys.parse(JSON.parse(text))
  const made = newVapidKeys()
  await writeFile(file, JSON.stringify(made), { mode: 0o600 })
  return made
}

type Settings = Pick<Config, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'demo' | 'dataDir'>

/** The signer, or undefined if the settings contain no keys: then the portal offers no push notifications. */
export const openVapid = async ({ demo, dataDir, ...settings }: Settings) => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = settings
  const isSet = publicKey && privateKey
  if (!isSet && !demo) return undefined
  const keys = isSet ? { publicKey, privateKey } : await demoKeys(`${dataDir}/demo-vapid.json`)
  return vapidOf(keys, subject ?? 'mailto:no-reply@fornix.example')
}
