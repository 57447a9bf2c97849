import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { boundTo } from '../../platform/files/encryption/file-identity.ts'
import { derive } from '../../platform/files/encryption/keys.ts'
import { unwrapByAny, wrap } from '../../platform/files/encryption/wrap.ts'
import { Part } from './part.ts'
import { openMasters, SealedMasters } from './recovery-key.ts'

const name = 'manifest.json'
const format = 1

export const BackedUpTable = Part.extend({
  name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
  columns: z.array(z.string()).min(1),
  rows: z.number().int().min(0),
})
/** The list of files, which is itself a file. */
export const ListOfFiles = Part.extend({ count: z.number().int().min(0), missing: z.number().int().min(0) })

const Manifest = z.object({
  format: z.literal(format),
  backup_id: z.uuid(),
  made_at: z.iso.datetime(),
  program: z.string(),
  /** The migrations that had run, in order. */
  migrations: z.array(z.string()).min(1),
  /** This backup's key wrapped by the master key, which is not in the backup. */
  wrapped_key: z.base64(),
  /** Present if the operator configured a recovery key. */
  recovery: SealedMasters.optional(),
  tables: z.array(BackedUpTable),
  /** The list of stored files, one per line; `missing` files were not in the store either. */
  files: ListOfFiles,
  anchors: Part,
})
export type Manifest = z.output<typeof Manifest>
export type BackedUpTable = z.output<typeof BackedUpTable>

const Closing = z.object({ sha256: z.string(), seal: z.string() })

/** A new key for one backup, and its form in the manifest. */
export const newBackupKey = (master: Uint8Array, backup_id: string) => {
  const key = randomBytes(32)
  return { key, wrapped_key: wrap(derive(master, 'backups'), key, boundTo('backup key', backup_id)).toString('base64') }
}

/** What every manifest contains: the key that the rest is encrypted with. */
type Keyed = Pick<Manifest, 'backup_id' | 'wrapped_key'>
export type Kind<M extends Keyed> = { schema: z.ZodType<M>; noun: string; wrongKey: string }
const backups: Kind<Manifest> = {
  schema: Manifest,
  noun: 'backup',
  wrongKey: 'The master key is not the one of the place that was backed up: it does not open the backup.',
}

const sealOf = (key: Uint8Array, body: string) =>
  createHmac('sha256', derive(key, 'manifest')).update(body).digest('base64')
const hashOf = (body: string) => createHash('sha256').update(body).digest('hex')

/** Written last, all or nothing, so an interrupted backup has no manifest. */
export const writeManifest = async <M extends Keyed>(folder: string, manifest: M, key: Uint8Array) => {
  const body = JSON.stringify(manifest)
  const closing = JSON.stringify({ sha256: hashOf(body), seal: sealOf(key, body) })
  const draft = join(folder, `${name}.new`)
  await writeFile(draft, `${body}\n${closing}\n`, { flag: 'wx', mode: 0o600, flush: true })
  await rename(draft, join(folder, name))
  const directory = await open(folder, 'r')
  await directory.sync().finally(() => directory.close())
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const damaged = (noun: string) => new Error(`The ${noun} is damaged: ${name} is not what was written.`)

/** What the folder says, with its hash checked; not yet proven to be written by the holder of the key. */
const readUnproven = async <M extends Keyed>({ schema, noun }: Kind<M>, folder: string) => {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(`${folder} holds no finished ${noun}: there is no ${name} in it.`, { cause: error })
  })
  const [body = '', last = '', ...rest] = text.split('\n')
  const closing = Closing.safeParse(json(last))
  if (!closing.success || rest.join('') !== '' || hashOf(body) !== closing.data.sha256) throw damaged(noun)
  const parsed = schema.safeParse(json(body))
  if (!parsed.success) throw new Error(`This version of Fornix cannot read the ${noun}. Use the version that made it.`)
  return { manifest: parsed.data, body, seal: closing.data.seal }
}

/** The manifest, proven intact and sealed with one of these keys, and the key of what it describes. */
export const readSealed = async <M extends Keyed>(kind: Kind<M>, folder: string, masters: Uint8Array[]) => {
  const { manifest, body, seal } = await readUnproven(kind, folder)
  const key = keyOf(manifest, masters, kind.wrongKey)
  if (!isEqual(sealOf(key, body), seal)) throw damaged(kind.noun)
  return { manifest, key }
}

export const readManifest = (folder: string, ...masters: Uint8Array[]) => readSealed(backups, folder, masters)

/** The master keys of the installation that was backed up, for the holder of the recovery key; proven to open the backup. */
export const recoverMasters = async (folder: string, recoveryKey: KeyObject) => {
  const { manifest } = await readUnproven(backups, folder)
  if (!manifest.recovery) throw new Error('The backup was made without a recovery key: only the master key opens it.')
  const masters = openMasters(manifest.recovery, recoveryKey, manifest.backup_id)
  await readManifest(folder, ...masters)
  return masters
}

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const keyOf = ({ wrapped_key, backup_id }: Keyed, masters: Uint8Array[], wrongKey: string) => {
  const wrapped = Buffer.from(wrapped_key, 'base64')
  const opened = unwrapByAny(masters, (master) => derive(master, 'backups'), wrapped, boundTo('backup key', backup_id))
  if (opened) return opened.secret
  throw new Error(wrongKey)
}
