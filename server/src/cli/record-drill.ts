import { line } from '@fornix/contract'
import { z } from 'zod'
import { allProjects, writeSystemAudit } from '../platform/audit/audit.ts'
import { defineCommand } from './command.ts'
import { projectBySlug, withDatabase } from './open-database.ts'

const kinds = ['restore', 'downtime', 'keys', 'breach'] as const

export const recordDrill = defineCommand({
  name: 'record-drill',
  summary: 'Note in the audit trail that an emergency was tried out, for fornix evidence',
  options: z.object({
    kind: z.enum(kinds).describe(`what was tried out: ${kinds.join(', ')}`),
    result: z.enum(['passed', 'failed']).describe('passed or failed'),
    on: z.iso.date('A day as 2026-01-31, please').describe('the day on which it was tried out'),
    words: line(500)
      .pipe(z.string().min(3, 'a few words, please'))
      .describe('what was done and what came of it; nobody’s name, no medical content'),
    project: z.string().optional().describe('the slug of one project; without it, all'),
  }),
  run: async ({ kind, result, on, words, project: slug }, context) =>
    withDatabase(context, async ({ database }) => {
      const only = slug ? [(await projectBySlug(database, slug)).project_id] : undefined
      await database.unscoped('a drill is told in the projects that it was for', async (db) =>
        writeSystemAudit(db, 'project.drill', only ?? (await allProjects(db)), `${kind} ${result} on ${on}: ${words}`),
      )
      context.print('It is noted.')
    }),
})
