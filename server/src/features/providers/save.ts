import { audienceOf, type Operator, operatorRole, operators, profileRules } from '@fornix/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { changedEmail, type Editor } from '../../clinic/people/email-change.ts'
import { renamePhysician } from '../../clinic/records/chosen-physician.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { fieldChanges, isStale } from '../../clinic/records/field-changes.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { fieldTakenError, forbidden, invalidFieldsError, staleError } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { locateProvider } from './record.ts'

const rules = { ...profileRules, role: operatorRole }
type Changes = { [K in keyof typeof rules]?: z.output<(typeof rules)[K]> }

const skipped = new Set(['version', '_id', 'provider_id'])
const own = Object.keys(profileRules)
const isOperator = ({ role }: Operator) => operators.some((name) => name === role)

/**
 * A user who changes an address could soon sign in with it, so an admin changes only providers' addresses: an admin's own stays their own.
 * Roles change among providers only; nobody becomes an admin here, and no admin stops being one.
 */
const writableBy = (user: Caller, record: Operator) => {
  const isAdmin = audienceOf(user.role) === 'admin'
  if (isAdmin && isOperator(record)) return new Set([...own, 'role'])
  return new Set(record._id === user.person ? own : own.filter((name) => name !== 'email'))
}

const nameOf = ({ first_name, last_name }: Pick<Operator, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim()

type Sender = Pick<Platform, 'config' | 'mail' | 'rateLimits'>
type Save = { db: Db; user: Caller; body: Record<string, unknown>; audit: AuditNote; request: { id: string } }

/** Saves the changes to the record that `key` names, and returns the new record. */
export const saveProfile = async (sender: Sender, { db, user, body, audit, request }: Save, key: string) => {
  const record = await locateProvider(db, key, { lock: true })
  audit.object = record._id
  const { changes, faults, refused } = fieldChanges({
    body,
    current: { ...record, project: user.project },
    rules,
    writable: writableBy(user, record),
    skipped,
    isEcho: (name, value) => name === 'email' && emailKey(String(value)) === emailKey(record.email),
  })
  if (Object.keys(faults).length > 0) throw invalidFieldsError(faults)
  if (isStale(body['version'], record.version))
    throw staleError('Someone else changed this profile while you were editing.', { operator: record })
  if (refused.length > 0) throw forbidden('field')
  if (Object.keys(changes).length > 0)
    await write(sender, db, { user, request: request.id }, record, changes as Changes)
  const saved = await locateProvider(db, record._id)
  if (nameOf(saved) !== nameOf(record)) await renamePhysician(db, record._id)
  for (const [action, wordsOf] of audited) {
    if (wordsOf(saved) === wordsOf(record)) continue
    await writeAudit(db, {
      project: user.project,
      actor: user.person,
      role: user.role,
      action,
      patient: null,
      object: record._id,
      request: request.id,
      result: `${wordsOf(record)} to ${wordsOf(saved)}`,
    })
  }
  return saved
}

/** What a row itself records, from what to what: the log shows people under their current name. */
const audited = [
  ['provider.change_role', ({ role }: Operator) => role],
  ['provider.rename', nameOf],
] as const

const write = async (sender: Sender, db: Db, editor: Editor, record: Operator, { email, ...columns }: Changes) =>
  db
    .updateTable('providers')
    .set({
      ...columns,
      ...(email === undefined ? {} : await newAddress(sender, db, editor, record, email)),
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`,
    })
    .where('provider_id', '=', record._id)
    .execute()

const newAddress = async (sender: Sender, db: Db, editor: Editor, record: Operator, email: string) => {
  const other = await db
    .selectFrom('providers')
    .select('provider_id')
    .where('email_key', '=', emailKey(email))
    .where('provider_id', '!=', record._id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (other) throw fieldTakenError('email', 'Another provider in this project has this email address.', 'email_taken')
  const owner = { project: editor.user.project, table: 'providers', id: record._id } as const
  return changedEmail(sender, db, owner, email, editor)
}
