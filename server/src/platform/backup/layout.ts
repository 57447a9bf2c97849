import { join } from 'node:path'
import { z } from 'zod'
import { boundTo } from '../files/encryption/file-identity.ts'
import { derive } from '../files/encryption/keys.ts'
import { isStorageKey } from '../files/stores/store.ts'
import { Part } from './part.ts'

/** Where the parts of a backup lie in its folder. */
export const layout = (folder: string) => ({
  tables: join(folder, 'tables'),
  table: (name: string) => join(folder, 'tables', `${name}.copy`),
  /** A file store of its own, with the encrypted bytes as they lay in the other. */
  files: join(folder, 'files'),
  fileList: join(folder, 'files.jsonl'),
  anchors: join(folder, 'audit-anchors.jsonl'),
})

const key = z.string().refine(isStorageKey)
/** A line of the list of files. */
export const ListedFile = z.union([
  Part.extend({ key, missing: z.undefined().optional() }),
  z.object({ key, missing: z.literal(true) }),
])
export type ListedFile = z.output<typeof ListedFile>

/** A table's rows stand in the clear in COPY's format, so they are encrypted, each table under a key of its own. */
export const tableCipher = (backupKey: Uint8Array, backup_id: string, name: string) =>
  [derive(backupKey, `table ${name}`), boundTo('backup table', backup_id, name)] as const

/**
 * What a restored place must not remember: sign-ins that may have ended since, and counters. Each table with the condition of
 * the rows that stay out of a backup.
 */
export const leftOut: Record<string, string> = {
  sessions: 'true',
  fresh_proofs: 'true',
  // Browsers go with their sign-in; those that signed out since would be told again.
  push_subscriptions: 'true',
  viewer_tickets: 'true',
  series_openings: 'true',
  rate_limits: 'true',
  sign_in_failures: 'true',
  account_recoveries: 'true',
  recovery_witnesses: 'true',
  recovery_links: 'true',
  mailed_tokens: `purpose in ('reset_password', 'undo_factor')`,
}
