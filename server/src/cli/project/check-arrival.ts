import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { decrypting } from '../../platform/files/encryption/encryption.ts'
import { layout, tableCipher } from '../backup/layout.ts'
import { readSealed } from '../backup/manifest.ts'
import { isSame, measureFile, type Part } from '../backup/part.ts'
import { type MoveManifest, moves } from './move-manifest.ts'

const damaged = (what: string) =>
  new Error(`The export is damaged: ${what} is not what was written. Nothing was changed.`)

export type Arriving = { folder: string; manifest: MoveManifest; key: Uint8Array }

/** Reads the export, except the stored files, which are compared as they are copied. `migrations`: those that ran here. */
export const checkArrival = async (folder: string, moveKey: Uint8Array, migrations: string[]): Promise<Arriving> => {
  const { manifest, key } = await readSealed(moves, folder, [moveKey])
  if (JSON.stringify(manifest.migrations) !== JSON.stringify(migrations))
    throw new Error(
      `The project comes from another version of Fornix (${manifest.program}, migration ${manifest.migrations.at(-1)}; here ${migrations.at(-1)}). Bring both installations to the same version first. Nothing was changed.`,
    )
  const at = layout(folder)
  const parts: [string, string, Part][] = [
    ...manifest.tables.map(({ name, ...part }): [string, string, Part] => [
      `tables/${name}.copy`,
      at.table(name),
      part,
    ]),
    ['files.jsonl', at.fileList, manifest.files],
  ]
  for (const [name, path, written] of parts) {
    const found = await measureFile(path)
    if (!found || !isSame(found, written)) throw damaged(name)
  }
  return { folder, manifest, key }
}

/** A table's rows, decrypted, one per line. */
export const rowsIn = ({ folder, manifest, key }: Arriving, name: string): Readable =>
  // The callback is empty because the error also reaches the reader of the result.
  pipeline(
    createReadStream(layout(folder).table(name)),
    decrypting(...tableCipher(key, manifest.backup_id, name)),
    () => {},
  )
