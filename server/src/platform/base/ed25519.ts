import { createPrivateKey } from 'node:crypto'

// RFC 8410: the fixed PKCS #8 head of a 32-byte Ed25519 seed.
const head = Buffer.from('302e020100300506032b657004220420', 'hex')

export const ed25519KeyOf = (seed: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' })
