import type { EditableTemplate } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { findTemplate, templatesOf } from '../../clinic/letters/stored-templates.ts'
import { badRequest, invalidFieldsError, staleError } from '../../platform/base/errors.ts'
import { type Db, violates } from '../../platform/database/db.ts'

type Texts = { subject: string; message: string }
type Editor = { name: string }
const maxOwnTemplates = 50

const nameTaken = () => invalidFieldsError({ name: 'A template with this name already exists' })
const staleTemplateError = async (db: Db, id: string) =>
  staleError('Someone else changed this template while you were editing.', {
    current: await findTemplate(db, id),
  })

const checkName = (all: EditableTemplate[], name: string, self = '') => {
  if (all.some((one) => one.template_id !== self && one.name.toLowerCase() === name.toLowerCase())) throw nameTaken()
}
/** If two admins choose one name at once, the index decides. */
const asTaken = (error: unknown): never => {
  throw violates(error, 'email_templates_name') ? nameTaken() : error
}

export const addTemplate = async (db: Db, user: Editor, fields: Texts & { name: string }) => {
  const all = await templatesOf(db)
  checkName(all, fields.name)
  if (all.filter(({ standard }) => standard === null).length >= maxOwnTemplates)
    throw badRequest(`A project can have ${maxOwnTemplates} templates of its own. Please remove one first.`)
  const template_id = uuid()
  await db
    .insertInto('email_templates')
    .values({ template_id, ...fields, changed_by: user.name })
    .execute()
    .catch(asTaken)
  return findTemplate(db, template_id)
}

/** Nobody has changed this standard one before: the second to do so finds its row. */
const firstChange = async (db: Db, row: { template_id: string; changed_by: string } & Texts) => {
  const added = await db
    .insertInto('email_templates')
    .values(row)
    .onConflict((existing) => existing.columns(['project_id', 'template_id']).doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

const change = async (
  db: Db,
  { template_id, version }: { template_id: string; version: number },
  values: { name?: string | null; subject: string | null; message: string | null; changed_by: string },
) => {
  const changed = await db
    .updateTable('email_templates')
    .set({ ...values, version: version + 1, changed_at: sql<string>`now()` })
    .where('template_id', '=', template_id)
    .where('version', '=', version)
    .executeTakeFirst()
    .catch(asTaken)
  return changed.numUpdatedRows === 1n
}

export const saveTemplate = async (
  db: Db,
  user: Editor,
  current: EditableTemplate,
  { name = current.name, version, ...texts }: Partial<Texts & { name: string }> & { version: number },
) => {
  const { template_id, standard } = current
  if (standard && name !== current.name) throw invalidFieldsError({ name: 'A standard template keeps its name' })
  checkName(await templatesOf(db), name, template_id)
  const { subject, message } = { ...current, ...texts }
  const row = { subject, message, changed_by: user.name }
  const saved =
    standard && version === 0
      ? await firstChange(db, { template_id, ...row })
      : await change(db, { template_id, version }, { ...row, ...(!standard && { name }) })
  if (!saved) throw await staleTemplateError(db, template_id)
  return findTemplate(db, template_id)
}

export const resetTemplate = async (
  db: Db,
  user: Editor,
  { template_id, standard }: EditableTemplate,
  version: number,
) => {
  if (!standard) throw badRequest('Only a standard template can be reset.')
  const isUntouched = version === 0 && (await findTemplate(db, template_id)).version === 0
  const values = { subject: null, message: null, changed_by: user.name }
  if (!isUntouched && !(await change(db, { template_id, version }, values)))
    throw await staleTemplateError(db, template_id)
  return findTemplate(db, template_id)
}

export const removeTemplate = async (db: Db, { template_id, standard }: EditableTemplate, version: number) => {
  if (standard) throw badRequest('A standard template can be reset, not removed.')
  const removed = await db
    .deleteFrom('email_templates')
    .where('template_id', '=', template_id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw await staleTemplateError(db, template_id)
}
