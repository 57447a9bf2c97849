import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { derive } from '../../platform/files/encryption/keys.ts'

// RFC 8410: the fixed PKCS #8 head of a 32-byte Ed25519 seed.
const head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Ed25519 seals of the program, from a 32-byte seed: whoever has the seed's public half can check them. */
const sealing = (seed: Uint8Array) => {
  const privateKey = createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return {
    seal: (bytes: Buffer) => sign(null, bytes, privateKey),
    isSealed: (bytes: Buffer, seal: Buffer) => verify(null, bytes, publicKey, seal),
  }
}

/** What seals signed forms; its key follows from the master key. */
export const formSeals = (master: Uint8Array) => sealing(derive(master, 'signed forms'))
export type Seals = ReturnType<typeof sealing>
