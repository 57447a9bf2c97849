import { type KeyObject, sign, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { SigningKey } from '../../platform/anchors/audit-key.ts'
import { measure, type Part, writePart } from '../backup/part.ts'

const sums = 'SHA256SUMS'
const signature = `${sums}.sig`
export const publicKeyFile = 'audit-key.pub'

/** Names each file with its SHA-256 as `sha256sum` does, and signs the list with the audit key. */
export const sealFolder = async (folder: string, parts: Map<string, Part>, key: SigningKey) => {
  const pem = key.publicKey.export({ format: 'pem', type: 'spki' })
  parts.set(publicKeyFile, await writePart(join(folder, publicKeyFile), Readable.from([Buffer.from(pem)])))
  const list = Buffer.from([...parts].map(([name, { sha256 }]) => `${sha256}  ${name}\n`).join(''))
  await writePart(join(folder, sums), Readable.from([list]))
  await writePart(join(folder, signature), Readable.from([sign(null, list, key.privateKey)]))
}

const listed = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [, sha256 = '', name = ''] = /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(line) ?? []
    return name ? [{ sha256, name }] : []
  })

const readOrNull = (path: string) =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

/** What is wrong with a sealed folder, a sentence each; nothing when it is as it was written by who has one of the keys. */
export const sealProblems = async (folder: string, trusted: KeyObject[]): Promise<string[]> => {
  const [list, signed] = [await readOrNull(join(folder, sums)), await readOrNull(join(folder, signature))]
  if (!list || !signed)
    return [`${list ? signature : sums} is missing: the folder was never finished, or it was taken away.`]
  if (!trusted.some((key) => verify(null, list, key, signed)))
    return [`${sums} is not signed by the given key: it was changed, or somebody else made it.`]
  const files = listed(list.toString())
  const there = (await readdir(folder)).filter((name) => name !== sums && name !== signature)
  const problems = there
    .filter((name) => !files.some((file) => file.name === name))
    .map((name) => `${name} is not in the list: it was added.`)
  for (const { name, sha256 } of files) {
    if (!there.includes(name)) problems.push(`${name} is missing.`)
    else if ((await measure(createReadStream(join(folder, name)))).sha256 !== sha256)
      problems.push(`${name} was changed.`)
  }
  return problems
}
