import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '@fornix/server/platform/base/make-folder.ts'
import { codeOf } from '@fornix/server/platform/base/unknown-error.ts'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

type Secrets = { cookieKeys: string[]; jwks: { keys: JWK[] } }

const make = async (): Promise<Secrets> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: 'RS256' }
  return { cookieKeys: [randomBytes(32).toString('base64url')], jwks: { keys: [key] } }
}

/** The same keys after a restart, so that a sign-in page left open still works. */
export const demoSecrets = async (file: string): Promise<Secrets> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Secrets
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const secrets = await make()
  const part = `${file}.${randomUUID()}.part`
  await makeFolder(dirname(file))
  await writeFile(part, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' })
  await rename(part, file)
  return secrets
}
