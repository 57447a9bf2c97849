import { z } from 'zod'
import { BackedUpTable, type Kind, ListOfFiles } from '../backup/manifest.ts'

const MoveManifest = z.object({
  format: z.literal('project 1'),
  /** The id of this move. */
  backup_id: z.uuid(),
  made_at: z.iso.datetime(),
  program: z.string(),
  migrations: z.array(z.string()).min(1),
  /** The key of these files, wrapped by the key of the move, which is not among them. */
  wrapped_key: z.base64(),
  project: z.object({ project_id: z.uuid(), slug: z.string(), name: z.string(), host: z.string().nullable() }),
  /** The public key for checking the seals of its forms. */
  seal_key: z.string(),
  tables: z.array(BackedUpTable),
  files: ListOfFiles,
})
export type MoveManifest = z.output<typeof MoveManifest>

export const moves: Kind<MoveManifest> = {
  schema: MoveManifest,
  noun: 'export',
  wrongKey: 'The key of the move is not the one with which the project was exported.',
}
