import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Options = Record<string, unknown>
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** The few forms of CBOR that an attestation takes. */
const head = (major: number, length: number) => {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
const cbor = (value: number | string | Uint8Array | Map<number | string, unknown>): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => cbor(part as never))])
  return Buffer.concat([head(2, value.length), value])
}

/** A passkey as an authenticator holds it; `verified`: it asks for a finger or a PIN. */
export const softPasskey = ({ origin = 'http://localhost:3000', rp = 'localhost' } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (verified: boolean, attested?: Buffer) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    const flags = 1 | (verified ? 4 : 0) | (attested ? 64 : 0)
    return Buffer.concat([sha256(rp), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  return {
    create: ({ challenge }: Options, verified = true): Options => {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(verified, attested)],
      ])
      const response = {
        clientDataJSON: base64(clientData('webauthn.create', challenge)),
        attestationObject: base64(cbor(attestation)),
        transports: ['internal'],
      }
      return { id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {}, response }
    },
    get: ({ challenge }: Options, verified = true): Options => {
      const [client, data] = [clientData('webauthn.get', challenge), authData(verified)]
      const response = {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      }
      return { id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {}, response }
    },
    /** A copy that has not seen what the other one signed. */
    rewind: (by: number) => {
      counter -= by
    },
  }
}
