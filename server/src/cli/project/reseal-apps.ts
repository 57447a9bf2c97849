import { openSecret, type Sealed, sealSecret } from '../../clinic/people/factors/totp-secret.ts'
import type { KeyRing } from '../../platform/files/encryption/key-ring.ts'
import type { Rescue } from './erase-project.ts'

type App = Sealed & { factor_id: string; login_id: string; to: string }

/** Of logins that stay, because they are in another project: their apps go on under its key. */
const appsUnder = `select f.factor_id, f.login_id, f.sealed, f.key_project, f.key_version, o.project_id as to
    from login_factors f
   cross join lateral (
     select project_id from (
       select project_id from providers where login_id = f.login_id union all
       select project_id from patients where login_id = f.login_id union all
       select project_id from caregivers where login_id = f.login_id) own
      where project_id <> $1
      order by exists (select from project_moves g where g.project_id = own.project_id) limit 1) o
   where f.kind = 'totp' and f.key_project = $1`

/** The keys of a project go with it; an authenticator app that was added in it belongs to a login. */
export const resealApps =
  (keys: KeyRing): Rescue =>
  async (client, project) => {
    const { rows } = await client.query<App>(appsUnder, [project])
    for (const { factor_id, login_id, to, ...app } of rows) {
      const own = await sealSecret(keys, to, login_id, await openSecret(keys, login_id, app))
      await client.query(
        'update login_factors set sealed = $2, key_project = $3, key_version = $4 where factor_id = $1',
        [factor_id, own.sealed, own.key_project, own.key_version],
      )
    }
  }
