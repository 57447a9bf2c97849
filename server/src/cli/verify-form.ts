import { z } from 'zod'
import { formSeals } from '../clinic/records/seals.ts'
import { checkForms } from '../features/forms/check-forms.ts'
import { keyRing } from '../platform/files/encryption/key-ring.ts'
import { openFileStore } from '../platform/files/stores/open-file-store.ts'
import { CommandFailed, defineCommand } from './command.ts'
import { withDatabase } from './open-database.ts'

export const verifyForm = defineCommand({
  name: 'verify-form',
  summary: 'Check the seals of signed authorization forms, and that their files are what was signed',
  options: z.object({
    file: z.uuid('this is no file id').optional().describe('the id of one form; without it, all are checked'),
  }),
  run: async ({ file }, context) =>
    withDatabase(context, async ({ database, config, masters }) => {
      const files = { store: await openFileStore(config), keys: keyRing(database, masters), scanned: false }
      const forms = await checkForms({ database, files, seals: formSeals(masters.origin) }, { file })
      if (file && forms.length === 0) throw new CommandFailed(`There is no signed form ${file}.`)
      const broken = forms.flatMap(({ file_id, broken }) => (broken ? [`${file_id}: ${broken}`] : []))
      for (const form of forms.filter(({ broken }) => !broken))
        context.print(`${form.file_id}: signed by ${form.signer_name} on ${form.signed_at}, unchanged`)
      if (forms.length === 0) context.print('There are no signed forms.')
      if (broken.length > 0) throw new CommandFailed(broken.join('\n'))
    }),
})
