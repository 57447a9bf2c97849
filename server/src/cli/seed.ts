import { z } from 'zod'
import { keepWordSets } from '../clinic/records/keep-word-sets.ts'
import { writeSystemAudit } from '../platform/audit/audit.ts'
import { openDatabase } from '../platform/database/db.ts'
import { isSuperuser } from '../platform/database/roles.ts'
import { tidyTables } from '../platform/database/tidy-tables.ts'
import { defineCommand } from './command.ts'
import { projectBySlug, withDatabase } from './open-database.ts'

const tables = ['patients', 'patient_words', 'patient_word_totals', 'patient_word_sets', 'patient_status_history']

export const seed = defineCommand({
  name: 'seed',
  summary: 'Add made-up patients to a project, for measurements',
  options: z.object({
    patients: z.coerce
      .number('A whole number, please')
      .int('A whole number, please')
      .min(1, 'At least 1, please')
      .max(2_000_000, 'At most 2,000,000, please')
      .describe('how many, e.g. 100000'),
    project: z.string().optional().describe('the slug of the project; without it, DEFAULT_PROJECT'),
  }),
  run: async ({ patients: count, project: slug }, context) =>
    withDatabase(context, async ({ database, config, ownerUrl }) => {
      const { seedPatients } = await import('@fornix/demo/seeds/fast.ts').catch(() => {
        throw new Error('seed needs the demo workspace, which is not installed here: npm ci installs it.')
      })
      const { project_id, name } = await projectBySlug(database, slug ?? config.defaultProject)
      const started = performance.now()
      let reported = started
      const report = (done: number) => {
        if (performance.now() - reported < 2000) return
        reported = performance.now()
        context.print(`${done} of ${count}`)
      }
      const task = { project: project_id, count, report }
      // As the owner of the embedded database is; elsewhere the triggers do their work.
      if (ownerUrl && (await isSuperuser(ownerUrl))) {
        const owner = openDatabase({ appUrl: ownerUrl, systemUrl: ownerUrl })
        await seedPatients(owner, { ...task, skipTriggers: true }).finally(() => owner.close())
      } else await seedPatients(database, task)
      await keepWordSets(database, project_id)
      await database.unscoped('note the seed', (db) =>
        writeSystemAudit(db, 'patient.seed', [project_id], String(count)),
      )
      // Without it the planner would believe for a minute that the tables are as small as before.
      if (ownerUrl) await tidyTables(ownerUrl, tables)
      context.print(`${name} has ${count} more patients, in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
    }),
})
