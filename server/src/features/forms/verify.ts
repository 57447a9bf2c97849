import { siteDay, verifyFile } from '@fornix/contract'
import { sql } from 'kysely'
import {
  isAsSigned,
  isCountersigned,
  type SealedCountersignature,
  type SealedForm,
} from '../../clinic/records/form-record.ts'
import { onOpen } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Platform } from '../../platform.ts'

type Form = SealedForm & { time_zone: string }

const formByHash = async (db: Db, hash: Buffer) =>
  (
    await sql<Form>`select s.*, j.time_zone
      from form_signatures s join projects j using (project_id)
     where s.sha256 = ${hash}
        or (s.project_id, s.file_id) in (select project_id, file_id from form_countersignatures where sha256 = ${hash})
     limit 1`.execute(db)
  ).rows[0]

const secondOf = async (db: Db, { project_id, file_id }: Form) =>
  (
    await sql<SealedCountersignature>`select * from form_countersignatures
      where project_id = ${project_id} and file_id = ${file_id}`.execute(db)
  ).rows[0]

const unknown = { state: 'unknown' as const, signed_on: null }

/** A holder of the file learns whether it is as it was signed, and on which day; never whose it is. */
export const verifyRoute = ({ seals }: Pick<Platform, 'seals'>) =>
  onOpen(verifyFile, {
    handle: async ({ db, body }) => {
      const hash = Buffer.from(body.sha256, 'hex')
      const form = await formByHash(db, hash)
      // A record that was changed vouches for nothing.
      if (!form || !isAsSigned(seals, form)) return unknown
      const second = await secondOf(db, form)
      if (second && !isCountersigned(seals, form, second)) return unknown
      const state = second && !second.sha256.equals(hash) ? ('replaced' as const) : ('known' as const)
      return { state, signed_on: siteDay(form.signed_at, form.time_zone) }
    },
  })
