import { z } from 'zod'
import { formSeals } from '../clinic/records/seals.ts'
import { checkedForms } from '../features/forms/check-forms.ts'
import { exportForm } from '../features/forms/export-form.ts'
import { keyRing } from '../platform/files/encryption/key-ring.ts'
import { openFileStore } from '../platform/files/stores/open-file-store.ts'
import { projectCertificates } from '../platform/signing/project-certificates.ts'
import { CommandFailed, defineCommand } from './command.ts'
import { withDatabase } from './open-database.ts'

const signed = ['the PDF itself is not signed', 'signed', 'signed and countersigned']

export const verifyForm = defineCommand({
  name: 'verify-form',
  summary: 'Check the seals of signed authorization forms, their files, and the signatures in the PDFs',
  options: z.object({
    file: z.uuid('this is no file id').optional().describe('the id of one form; without it, all are checked'),
    export: z
      .string()
      .optional()
      .describe(
        'with a file: a new folder that gets the form and all that another program, such as openssl, checks it by',
      ),
  }),
  run: async ({ file, export: folder }, context) => {
    if (folder && !file) throw new CommandFailed('--export needs --file: the form of one patient goes into a folder.')
    return withDatabase(context, async ({ database, config, masters }) => {
      const keys = keyRing(database, masters)
      const files = { store: await openFileStore(config), keys, scanned: false }
      const seals = formSeals(masters.origin)
      const broken: string[] = []
      let count = 0
      for await (const form of checkedForms({ database, files, seals }, { file })) {
        count++
        if (form.broken) broken.push(`${form.file_id}: ${form.broken}`)
        else
          context.print(
            `${form.file_id}: signed by ${form.signer_name} on ${form.signed_at}, unchanged; ${signed[form.signatures]}`,
          )
        if (folder)
          await exportForm(
            { database, seals },
            folder,
            form,
            await projectCertificates({ database, keys }).all(form.record.project_id),
          )
      }
      if (file && count === 0) throw new CommandFailed(`There is no signed form ${file}.`)
      if (count === 0) context.print('There are no signed forms.')
      if (broken.length > 0) throw new CommandFailed(broken.join('\n'))
    })
  },
})
