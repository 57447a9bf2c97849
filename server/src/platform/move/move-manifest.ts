import { z } from 'zod'
import { BackedUpTable, type Kind, ListOfFiles } from '../backup/manifest.ts'

const MoveManifest = z.object({
  format: z.literal('project 1'),
  /** Of this move. */
  backup_id: z.uuid(),
  made_at: z.iso.datetime(),
  program: z.string(),
  migrations: z.array(z.string()).min(1),
  /** The key of these files under that of the move, which is not among them. */
  wrapped_key: z.base64(),
  project: z.object({ project_id: z.uuid(), slug: z.string(), name: z.string(), host: z.string().nullable() }),
  /** By whose public half the seals of its forms are checked. */
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
