import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/sessions/tokens.ts'

const count = 10
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 80 bits: cannot be tried out, not even with the hashes at hand. */
export const newCode = () => [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('')
const hashOf = (login: string, code: string) => hashSecret(`${login} ${code}`)
const inGroups = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

/** Ten codes, shown only once; earlier ones stop working. */
export const renewCodes = async (db: Db, login: string) => {
  await dropCodes(db, login)
  const codes = Array.from({ length: count }, newCode)
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ login_id: login, code_hash: hashOf(login, code) })))
    .execute()
  return codes.map(inGroups)
}

export const dropCodes = (db: Db, login: string) =>
  db.deleteFrom('recovery_codes').where('login_id', '=', login).execute()

/** If two users show the same code, one is let in. */
export const consumeCode = async (db: Db, login: string, code: string) => {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('code_hash', '=', hashOf(login, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
