import { mutantsOf } from '../mutant.ts'

const templates = ['server/src/features/email-templates/email-templates.test.ts']
const bulk = ['server/src/features/patients/bulk.test.ts']
const requests = ['server/src/features/scan-access/deciding.test.ts']

/** Templates of emails, and what is done with many patients at once. */
export const letters = [
  ...mutantsOf('server/src/features/email-templates/save.ts', templates, [
    [
      "    .where('version', '=', version)\n    .executeTakeFirst()\n    .catch",
      '    .executeTakeFirst()\n    .catch',
      'a template that somebody else saved is overwritten',
    ],
    [
      "existing.columns(['project_id', 'template_id']).doNothing()",
      "existing.columns(['project_id', 'template_id']).doUpdateSet(row)",
      'of two first changes the second wins unseen',
    ],
  ]),
  ...mutantsOf('contract/src/email-template.ts', templates, [
    ['if (unknown) context', 'if (unknown === null) context', 'an unknown variable is saved'],
  ]),
  ...mutantsOf('server/src/clinic/letters/fill-letter.ts', templates, [
    [
      ".where('p.patient_id', '=', patient)",
      ".where('p.patient_id', 'is not', null)",
      'a letter is filled in with somebody else’s name',
    ],
    [
      ".whereRef('a.patient_id', '=', 'p.patient_id')\n",
      '\n',
      'a letter tells somebody else’s appointment',
      { tests: bulk },
    ],
  ]),
  ...mutantsOf('server/migrations/0078_email_templates.sql', templates, [
    [
      "select staff_table('email_templates');",
      "select staff_table('email_templates'); alter policy scope on email_templates using (true);",
      'an admin edits the templates of another project',
    ],
  ]),
  ...mutantsOf('server/src/features/patients/bulk.ts', bulk, [
    ['if (rows.length !== total)', 'if (rows.length < 0)', 'a filter that shows others by now is changed unseen'],
    ['if (gaps.length > 0) throw', 'if (gaps.length < 0) throw', 'an email with a gap is sent'],
    ['if (template.version !== version)', 'if (version < 0)', 'a template that nobody has seen is sent'],
    ['${version}:${patient}', '${version}:${Math.random()}', 'a repeated sending mails everybody twice'],
  ]),
  ...mutantsOf('server/src/platform/calls/handle-call.ts', bulk, [
    ['await refused(error, audit)', 'void refused', 'nobody learns who tried patients of another project'],
    [' || audit.patient)) await', ')) await', 'nobody learns whose name a refused line showed'],
  ]),
  ...mutantsOf('server/src/features/patients/list.ts', bulk, [
    ['p.code = any (${patients}::text[])', 'true', 'an export of some patients has all of them'],
  ]),
  ...mutantsOf('server/src/features/scan-access/routes.ts', requests, [
    ['(one) => decline(needs, one)', '(one) => approve(needs, one)', 'what is declined together is approved'],
  ]),
]
