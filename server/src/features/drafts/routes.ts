import { deleteDraft, draftHours, getDraft, maxDrafts, saveDraft } from '@fornix/contract'
import { sql } from 'kysely'
import { on, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { openDraft, sealDraft } from './seal.ts'

/** Two memberships of one login keep their drafts apart, and so do two logins that one record had. */
const ofCaller = ({ person, login }: Caller) => sql<boolean>`person_id = ${person} and login_id = ${login}`
const isFresh = sql<boolean>`saved_at > now() - make_interval(hours => ${draftHours})`

const dropOldest = (db: Db, user: Caller) =>
  db
    .deleteFrom('drafts')
    .where(ofCaller(user))
    .where('form', 'in', (of) =>
      of
        .selectFrom('drafts')
        .select('form')
        .where(ofCaller(user))
        .orderBy('saved_at', 'desc')
        .orderBy('form')
        .offset(maxDrafts),
    )
    .execute()

export const draftRoutes = ({ files: { keys } }: Pick<Platform, 'files'>): Route[] => [
  on(getDraft, async ({ db, user, params: { form }, commitWithNext }) => {
    commitWithNext()
    const row = await db
      .selectFrom('drafts')
      .select(['key_version', 'sealed', 'saved_at'])
      .where(ofCaller(user))
      .where('form', '=', form)
      .where(isFresh)
      .executeTakeFirst()
    return { draft: row ? { values: await openDraft(keys, user, form, row), saved_at: row.saved_at } : null }
  }),
  on(saveDraft, async ({ db, user, params: { form }, body, commitWithNext }) => {
    const kept = { ...(await sealDraft(keys, user, form, body.values)), saved_at: sql<string>`now()` }
    commitWithNext()
    const saving = db
      .insertInto('drafts')
      .values({ ...kept, person_id: user.person, login_id: user.login, form })
      .onConflict((conflict) => conflict.columns(['project_id', 'person_id', 'login_id', 'form']).doUpdateSet(kept))
      .returning('saved_at')
      .executeTakeFirstOrThrow()
    const [{ saved_at }] = await Promise.all([saving, dropOldest(db, user)])
    return { saved_at }
  }),
  on(deleteDraft, async ({ db, user, params: { form } }) => {
    await db.deleteFrom('drafts').where(ofCaller(user)).where('form', '=', form).execute()
    return { message: 'Draft deleted' }
  }),
]
