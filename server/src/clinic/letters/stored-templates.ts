import type { EditableTemplate } from '@fornix/contract'
import { notFound } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { standardTemplates } from './standard-templates.ts'

/** The standard templates in order, as the project has changed them, then its own by name. */
export const templatesOf = async (db: Db): Promise<EditableTemplate[]> => {
  const rows = await db
    .selectFrom('email_templates')
    .select(['template_id', 'name', 'subject', 'message', 'version', 'changed_by', 'changed_at'])
    .orderBy('name')
    .execute()
  const stored = new Map(rows.map((row) => [row.template_id, row]))
  const standard = standardTemplates.map(({ template_id, name, subject, message }) => {
    const row = stored.get(template_id)
    const isChanged = row?.subject != null
    return {
      template_id,
      name,
      subject: row?.subject ?? subject,
      message: row?.message ?? message,
      version: row?.version ?? 0,
      standard: { subject, message },
      changed_by: isChanged ? row.changed_by : '',
      changed_at: isChanged ? row.changed_at : '',
    }
  })
  const own = rows.flatMap(({ name, subject, message, ...row }) =>
    name !== null && subject !== null && message !== null ? [{ ...row, name, subject, message, standard: null }] : [],
  )
  return [...standard, ...own]
}

export const findTemplate = async (db: Db, id: string) => {
  const found = (await templatesOf(db)).find(({ template_id }) => template_id === id)
  if (!found) throw notFound()
  return found
}
