import { z } from 'zod'
import { writeSystemAudit } from '../platform/audit/audit.ts'
import { keyRing } from '../platform/files/encryption/key-ring.ts'
import { pemOf } from '../platform/signing/certificate.ts'
import { projectCertificates } from '../platform/signing/project-certificates.ts'
import { defineCommand } from './command.ts'
import { projectBySlug, withDatabase } from './open-database.ts'

const hex = (bytes: Buffer) =>
  bytes
    .toString('hex')
    .toUpperCase()
    .replace(/..(?=.)/g, '$&:')

export const projectCertificate = defineCommand({
  name: 'project-certificate',
  summary: 'Print the certificates by which a project signs forms, as PEM, the current one first',
  options: z.object({
    project: z.string().describe('the slug of the project'),
    replace: z.literal(true).optional().describe('sign by a new one from now on; the old ones stay, to verify by'),
  }),
  argument: 'project',
  run: ({ project: slug, replace }, context) =>
    withDatabase(context, async ({ database, masters }) => {
      const { project_id } = await projectBySlug(database, slug)
      const certificates = projectCertificates({ database, keys: keyRing(database, masters) })
      if (replace) {
        await certificates.replace(project_id)
        await database.unscoped('a certificate was replaced', (db) =>
          writeSystemAudit(db, 'project.replace_certificate', [project_id]),
        )
      } else await certificates.current(project_id)
      for (const { certificate, fingerprint, not_after, is_current } of await certificates.all(project_id)) {
        context.print(`# ${is_current ? 'current' : 'replaced'}, until ${not_after}, SHA-256 ${hex(fingerprint)}`)
        context.print(pemOf(certificate).trimEnd())
      }
    }),
})
