import { join } from 'node:path'
import { z } from 'zod'
import { boundTo } from '../../platform/files/encryption/file-identity.ts'
import { derive } from '../../platform/files/encryption/keys.ts'
import { isStorageKey } from '../../platform/files/stores/store.ts'
import { Part } from './part.ts'

/** Where the parts of a backup are stored in its folder. */
export const layout = (folder: string) => ({
  tables: join(folder, 'tables'),
  table: (name: string) => join(folder, 'tables', `${name}.copy`),
  /** A separate file store, with the encrypted bytes exactly as in the original store. */
  files: join(folder, 'files'),
  fileList: join(folder, 'files.jsonl'),
  anchors: join(folder, 'audit-anchors.jsonl'),
})

const key = z.string().refine(isStorageKey)
/** One line in the list of files. */
export const ListedFile = z.union([
  Part.extend({ key, missing: z.undefined().optional() }),
  z.object({ key, missing: z.literal(true) }),
])
export type ListedFile = z.output<typeof ListedFile>

/** A table's rows are plain text in COPY's format, so each table is encrypted under its own key. */
export const tableCipher = (backupKey: Uint8Array, backup_id: string, name: string) =>
  [derive(backupKey, `table ${name}`), boundTo('backup table', backup_id, name)] as const

/**
 * What a restored installation must not remember: sign-ins that may have ended since, and counters. For each table, the condition for rows
 * left out of a backup.
 */
export const leftOut: Record<string, string> = {
  sessions: 'true',
  fresh_proofs: 'true',
  idempotency_keys: 'true',
  // Subscriptions go with their sign-in: otherwise browsers that signed out since would be notified again.
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
