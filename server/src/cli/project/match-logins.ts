import { z } from 'zod'
import { type Arriving, rowsIn } from './check-arrival.ts'
import { type QueryClient, rewritten } from './move-rows.ts'

const Login = z.object({
  login_id: z.uuid(),
  email: z.string(),
  email_key: z.string(),
  username: z.string().nullable(),
  email_verified_at: z.string().nullable(),
})
type Login = z.output<typeof Login>
type Here = Login & { is_same: boolean }

/** The accounts that are not created anew: from the arriving id to the id here. */
export type ExistingLogins = Map<string, string>

const batchSize = 500
const shown = 5

const named = (logins: Login[]) =>
  logins
    .slice(0, shown)
    .map(({ email }) => email)
    .join(', ') + (logins.length > shown ? ` and ${logins.length - shown} more` : '')

const here = `select l.login_id, l.email, l.email_key, l.username, l.email_verified_at, l.login_id = c.login_id as is_same
  from json_to_recordset($1::json) c (login_id uuid, email_key text, username text)
  join logins l on l.login_id = c.login_id or l.email_key = c.email_key or l.username = c.username`

type Found = { existing: ExistingLogins; sameAddress: Login[]; unproven: Login[]; otherName: Login[] }

const sort = (incoming: Login[], found: Here[], { existing, sameAddress, unproven, otherName }: Found) => {
  for (const login of incoming) {
    const own = found.find((one) => one.is_same && one.login_id === login.login_id)
    if (own) {
      existing.set(login.login_id, login.login_id)
      continue
    }
    const twin = found.find(({ email_key }) => email_key === login.email_key)
    if (twin) {
      existing.set(login.login_id, twin.login_id)
      sameAddress.push(login)
      if (!twin.email_verified_at || !login.email_verified_at) unproven.push(login)
    } else if (found.some(({ username }) => username !== null && username === login.username)) otherName.push(login)
  }
}

/** Which of the project's people have an account here: with the same id, if the project is returning, or with the same address. */
export const matchLogins = async (
  client: QueryClient,
  arriving: Arriving,
  joinAccounts: boolean,
): Promise<ExistingLogins> => {
  const result: Found = { existing: new Map(), sameAddress: [], unproven: [], otherName: [] }
  let incoming: Login[] = []
  const look = async () => {
    const { rows } = await client.query<Here>(here, [JSON.stringify(incoming)])
    sort(incoming, rows, result)
    incoming = []
  }
  for await (const line of rewritten(rowsIn(arriving, 'logins'), undefined)) {
    incoming.push(Login.parse(JSON.parse(line)))
    if (incoming.length === batchSize) await look()
  }
  if (incoming.length > 0) await look()

  const { existing, sameAddress, unproven, otherName } = result
  if (otherName.length > 0)
    throw new Error(`Somebody else here signs in with the user name of ${named(otherName)}. Nothing was changed.`)
  if (unproven.length > 0)
    throw new Error(
      `Somebody here signs in with ${named(unproven)}, and one of the two has not proven the address. Nothing was changed.`,
    )
  if (sameAddress.length > 0 && !joinAccounts)
    throw new Error(
      `Some people of the project have an account here already: ${named(sameAddress)}. With --join-accounts they keep the one that is here, with its password and second steps. Nothing was changed.`,
    )
  return existing
}
