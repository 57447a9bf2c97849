import { emailChoices, type NoticeChoices, pushChoices, type SavedNotices } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** Those that there still are: a row may be older than the list of kinds. */
const withoutRetiredKinds = <Kind extends string>(kinds: readonly Kind[], stored: readonly string[] = []) =>
  kinds.filter((kind) => stored.includes(kind))

export const choicesOf = async (db: Db, patient: string): Promise<NoticeChoices> => {
  const row = await db
    .selectFrom('notice_choices')
    .select(['email_off', 'push_on'])
    .where('patient_id', '=', patient)
    .executeTakeFirst()
  return {
    email_off: withoutRetiredKinds(emailChoices, row?.email_off),
    push_on: withoutRetiredKinds(pushChoices, row?.push_on),
  }
}

type Column = 'email_off' | 'push_on'
/** Of the changed kinds those that are chosen, and how they are mixed into what another device may save at the same time. */
const mixed = (column: Column, chosen: readonly string[], changed: readonly string[]) => {
  const added = changed.filter((kind) => chosen.includes(kind))
  const removed = changed.filter((kind) => !chosen.includes(kind))
  const stored = sql.ref(`notice_choices.${column}`)
  return {
    added,
    all: sql<string[]>`array(select unnest(${stored} || ${added}::text[]) except select unnest(${removed}::text[]))`,
  }
}

export const saveChoices = (db: Db, patient_id: string, { email_off, push_on, changed }: SavedNotices) => {
  const email = mixed('email_off', email_off, changed?.email ?? emailChoices)
  const push = mixed('push_on', push_on, changed?.push ?? pushChoices)
  return db
    .insertInto('notice_choices')
    .values({ patient_id, email_off: email.added, push_on: push.added })
    .onConflict((row) =>
      row.columns(['project_id', 'patient_id']).doUpdateSet({ email_off: email.all, push_on: push.all }),
    )
    .execute()
}
