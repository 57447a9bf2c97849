import { createPublicKey, sign, verify } from 'node:crypto'
import { ed25519KeyOf } from '../../platform/base/ed25519.ts'
import { derive } from '../../platform/files/encryption/keys.ts'

/** Ed25519 seals of the program, from a 32-byte seed: anyone with the seed's public half can check them. */
const sealing = (seed: Uint8Array) => {
  const privateKey = ed25519KeyOf(seed)
  const publicKey = createPublicKey(privateKey)
  return {
    seal: (bytes: Buffer) => sign(null, bytes, privateKey),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    isSealed: (bytes: Buffer, seal: Buffer) => verify(null, bytes, publicKey, seal),
  }
}

/** Seals signed forms; its key is derived from the master key. */
export const formSeals = (master: Uint8Array) => sealing(derive(master, 'signed forms'))
export type Seals = ReturnType<typeof sealing>
