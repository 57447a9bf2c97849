import { hasOwnerWord, namesOwnerSentence, passwordAlone } from '@fornix/contract'
import { invalidFieldsError } from '../../platform/base/errors.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import type { Config } from '../../platform/settings/config.ts'
import { hasFactor, methodsOf } from './factors/methods.ts'
import { mostUsedPasswords } from './most-used-passwords.ts'
import { isCommonPassword, withoutDecoration } from './passwords.ts'

/** Whose password it will be: an existing login's, or that of a new user with what they typed. */
type Owner = { login: string | null; words?: string[]; project?: string }
type OwnerFacts = { words: string[]; birth_dates: string[]; has_factor: boolean }

const ofOwner = async (database: Database, { login, words = [], project }: Owner): Promise<OwnerFacts> => {
  const [facts] = await database.systemQuery<OwnerFacts>(
    `with records as (
       select project_id, first_name, last_name, email, dob::text as birth_date from patients where login_id = $1
       union all select project_id, first_name, last_name, email, null from providers where login_id = $1
       union all select project_id, first_name, last_name, email, null from caregivers where login_id = $1)
     select coalesce(array_agg(distinct word) filter (where word <> ''), '{}') as words,
            coalesce(array_agg(distinct birth_date) filter (where birth_date <> ''), '{}') as birth_dates,
            exists (select from login_factors where login_id = $1) as has_factor
       from (select unnest(array[first_name, last_name, split_part(email, '@', 1)]) as word, birth_date from records
             union all select split_part(email, '@', 1), null from logins where login_id = $1
             union all select name, null from projects where project_id = $2 or project_id in (select project_id from records)) t`,
    [login, project ?? null],
  )
  return {
    words: [...words, ...(facts?.words ?? [])],
    birth_dates: facts?.birth_dates ?? [],
    has_factor: facts?.has_factor ?? false,
  }
}

/** 1985-03-10 as people write it: all parts in any order, with a two- or four-digit year. */
const writtenDates = (date: string) => {
  const [year = '', month = '', day = ''] = date.split('-')
  const years = [year, year.slice(2)]
  return years.flatMap((y) => [`${y}${month}${day}`, `${month}${day}${y}`, `${day}${month}${y}`])
}

const namesOwner = (password: string, { words, birth_dates }: OwnerFacts) => {
  const digits = password.replace(/\D/g, '')
  return (
    hasOwnerWord(password, words) ||
    birth_dates.flatMap(writtenDates).some((date) => date.length >= 6 && digits.includes(date))
  )
}

const shortAlone = () =>
  invalidFieldsError({
    password: 'Please use at least 15 characters. With a second step for signing in, 8 are enough.',
  })

/** A short password is enough only with a second step: for the transaction in which the last one is removed. */
export const refuseShortAlone = async (db: Db, login: string) => {
  const { short_password } = await db
    .selectFrom('logins')
    .select('short_password')
    .where('login_id', '=', login)
    .executeTakeFirstOrThrow()
  if (short_password && !hasFactor(await methodsOf(db, login))) throw shortAlone()
}

/**
 * What the form's rules leave open: a common password, one that names its owner, or a short one if nothing else guards the account.
 * Passwords in use stay.
 * Returns what is stored besides its hash.
 */
export const checkNewPassword = async (
  { config, database }: { config: Config; database: Database },
  password: string,
  owner: Owner,
) => {
  const used = await mostUsedPasswords()
  if (isCommonPassword(password) || withoutDecoration(password).some((word) => used.has(word)))
    throw invalidFieldsError({ password: 'This password is too easy to guess. Please choose another one.' })
  const facts = await ofOwner(database, owner)
  if (namesOwner(password, facts)) throw invalidFieldsError({ password: namesOwnerSentence })
  const short_password = config.twoStep && !passwordAlone.met(password)
  if (short_password && !facts.has_factor) throw shortAlone()
  return { short_password }
}
