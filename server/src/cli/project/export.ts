import { resolve } from 'node:path'
import { z } from 'zod'
import { formSeals } from '../../clinic/records/seals.ts'
import { keyRing } from '../../platform/files/encryption/key-ring.ts'
import { openFileStore } from '../../platform/files/stores/open-file-store.ts'
import { version } from '../../start-platform.ts'
import { CommandFailed, defineCommand } from '../command.ts'
import { projectBySlug, withDatabase } from '../open-database.ts'
import { moveStateOf } from './close-project.ts'
import { exportProject, prepareExport } from './export-project.ts'
import { moveKeyIn } from './move-key.ts'
import { leavingRewrites } from './rewrites.ts'

export const projectExport = defineCommand({
  name: 'project export',
  summary: 'Close a project and write all of it into a folder, for another installation',
  options: z.object({
    project: z.string().describe('its slug'),
    to: z.string().min(1).describe('the folder; it must not exist yet, be empty, or hold what --prepare has put there'),
    key: z
      .string()
      .min(1)
      .describe('a file with the key of the move, outside the folder; it is made where there is none'),
    prepare: z
      .boolean()
      .default(false)
      .describe('copy the stored files so far, while people work; again copies what has come since'),
    minutes: z.coerce
      .number()
      .int()
      .min(1)
      .max(24 * 60)
      .default(30)
      .describe('after how long its people are told to come back'),
  }),
  run: ({ project: slug, to, key, prepare, minutes }, context) =>
    withDatabase(
      context,
      async ({ database, config, masters }) => {
        const { project_id } = await projectBySlug(database, slug)
        if (await moveStateOf(database, project_id))
          throw new CommandFailed(`The project ${slug} is closed already: it moves, or has moved.`)
        const [project] = await database.systemQuery<{ slug: string; name: string; host: string | null }>(
          'select slug, name, host from projects where project_id = $1',
          [project_id],
        )
        const folder = resolve(to)
        const moveKey = await moveKeyIn(key, folder, { create: true })
        if (masters.all().some((master) => master.equals(moveKey)))
          throw new CommandFailed(`${key} is the master key of this place, which stays here. Name another file.`)
        const store = await openFileStore(config)
        const leaving = { database, store, folder, moveKey, project: { project_id, ...project! } }
        try {
          if (prepare) {
            const { copied, before } = await prepareExport(leaving)
            context.print(`${copied} files are copied, ${before} were there already. The project stays open.`)
            return
          }
          const keys = keyRing(database, masters)
          const { tables, files, made_at } = await exportProject({
            ...leaving,
            version,
            minutes,
            sealKey: formSeals(masters.origin).publicKey,
            rewritesFor: (key) => leavingRewrites({ masters, keys, project: project_id }, key),
          })
          const rows = tables.reduce((sum, table) => sum + table.rows, 0)
          context.print(
            `${folder} holds ${rows} rows of ${tables.length} tables and ${files.count} files, as of ${made_at}.`,
          )
          context.print(
            `The project ${slug} is closed here. Next, at the other place: fornix project import --from … --key …`,
          )
          context.print(
            `Then here: fornix project moved --project ${slug} --to URL. Or, to stay: fornix project release --project ${slug} --never-imported`,
          )
          if (files.missing > 0)
            context.complain(`${files.missing} files were missing in the store already: files.jsonl names them.`)
        } finally {
          store.close()
        }
      },
      { connections: 2 },
    ),
})
