import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { hashPassword } from '../../server/src/clinic/people/passwords.ts'
import { emailKey } from '../../server/src/clinic/records/email-key.ts'
import { addPatient } from '../../server/src/clinic/records/patient-record.ts'
import { registrationForm } from '../../server/test/registration-form.ts'
import { type Program, port } from '../program.ts'
import type { Figure } from '../report.ts'

const pairs = Number(process.env.BENCH_PAIRS ?? 2000)
// No address is asked for more often than its mails of an hour.
const accounts = Math.ceil(pairs / 3)

type Ask = (email: string) => { path: string; body?: object }

const login =
  (path: string): Ask =>
  (email) => ({ path, body: { email, password: 'Wrong-horse-9!' } })
const asks: Record<string, Ask> = {
  'patient/login': login('/patient/login/'),
  'operator/login with a patient’s address': login('/operator/login/'),
  reset_password: (email) => ({ path: `/patient/reset_password/${encodeURIComponent(email)}/` }),
  register: (email) => ({ path: '/patient/register/', body: registrationForm({ email }) }),
}

/** Confirmed patients with a password. */
const makeAccounts = async (program: Program) => {
  const database = await program.connect()
  const password_hash = await hashPassword('Correct-horse-9!')
  const emails = Array.from({ length: accounts }, newEmail)
  await database.unscoped('accounts to measure with', async (db) => {
    const { project_id } = await db
      .selectFrom('projects')
      .select('project_id')
      .where('slug', '=', 'northside')
      .executeTakeFirstOrThrow()
    for (const email of emails) {
      const login_id = randomUUID()
      const email_verified_at = new Date().toISOString()
      await db
        .insertInto('logins')
        .values({ login_id, email, email_key: emailKey(email), password_hash, email_verified_at })
        .execute()
      await addPatient(db, {
        project_id,
        login_id,
        email,
        first_name: 'Ana',
        last_name: 'Rivera',
        status: 'Accepted',
      })
    }
  })
  await database.close()
  return emails
}
const newEmail = () => `${randomBytes(6).toString('hex')}@measured.example`

/** Milliseconds until the answer is there, from an address that nobody had before. */
const timeOf = async ({ path, body }: ReturnType<Ask>) => {
  const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const asked = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  const took = performance.now() - asked
  if (response.status >= 429) throw new Error(`${path} answered ${response.status}`)
  return took
}

/** The share of all couples of one known and one unknown address in which the known one took longer; a tie counts half. */
const areaUnderCurve = (known: number[], unknown: number[]) => {
  const sorted = unknown.toSorted((a, b) => a - b)
  const below = (value: number, isBelow: (other: number) => boolean) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBelow(sorted[middle] ?? value)) low = middle + 1
      else high = middle
    }
    return low
  }
  const wins = known.reduce(
    (sum, value) => sum + (below(value, (other) => other < value) + below(value, (other) => other <= value)) / 2,
    0,
  )
  return wins / known.length / unknown.length
}

/**
 * Whether the time of an answer tells an address with an account from one without: pairs one after the other, at random first
 * the one or the other, the same number of questions for each address. 0.5 is a coin.
 */
export const measureEnumeration = async (program: Program): Promise<Figure[]> => {
  // A busy machine is to answer late, not to refuse.
  await program.restart({ TRUST_PROXY: '127.0.0.1', RESET_UNIFORM: 'true', MAX_LAG_MS: '60000' })
  const figures: Figure[] = []
  for (const [what, ask] of Object.entries(asks)) {
    const known = await makeAccounts(program)
    // Who registers exists from then on.
    const unknown = Array.from({ length: what === 'register' ? pairs : accounts }, newEmail)
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let n = -20; n < pairs; n++) {
      const which = ['known', 'unknown'] as const
      for (const one of randomInt(2) ? which : which.toReversed()) {
        const all = one === 'known' ? known : unknown
        const took = await timeOf(ask((n < 0 ? undefined : all[n % all.length]) ?? newEmail()))
        if (n >= 0) times[one].push(took)
      }
    }
    const area = areaUnderCurve(times.known, times.unknown)
    const told = 0.5 + Math.abs(area - 0.5)
    figures.push({ what: `${what}: known from unknown by time, AUC`, value: told, unit: '', atMost: 0.55 })
  }
  await program.restart()
  return figures
}
