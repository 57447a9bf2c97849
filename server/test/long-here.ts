import type { TestUser } from './given.ts'

type Owner = (statement: string, values?: unknown[]) => Promise<unknown>

/**
 * Somebody whose record and authenticator app are a month old, as those of who may confirm a recovery; their open sessions have shown it.
 */
export const longHereIn = (owner: Owner) => async (user: TestUser) => {
  await owner("update providers set created_at = now() - interval '30 days' where provider_id = $1", [user.id])
  await owner(
    `insert into login_factors (factor_id, login_id, kind, name, sealed, key_project, key_version, created_at)
     values (gen_random_uuid(), $1, 'totp', 'Phone', '\\x00', $2, 1, now() - interval '30 days') on conflict do nothing`,
    [user.login, user.project],
  )
  await owner("update sessions set amr = '{pwd,otp}' where login_id = $1", [user.login])
  return user
}
