import { listSimilarRecords, maxSimilarRecords, register } from '@fornix/contract'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { registeringClinic } from '../../../test/registering-clinic.ts'
import { registrationForm } from '../../../test/registration-form.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { similarRecords } from './similar-records.ts'

const { given, as, send, owner, database, project, headers, nurse, registered, sessionOf } = await registeringClinic()

const known = (fields: Parameters<typeof given.patient>[1], at = project) => given.patient(at, fields)
/** What staff read beside this address's registration. */
const similarTo = async (email: string, reader = nurse) => {
  const [row] = await owner<{ id: string }>('select registration_id as id from registrations where email = $1', [email])
  const { registrations } = await as(reader).call(listSimilarRecords, { query: { page_size: 50 } })
  return registrations.find(({ id }) => id === row?.id)?.records ?? []
}

test('staff see who has the name, whatever its accents, or the phone number of somebody who registered', async () => {
  const both = await known({ first_name: 'Mía', last_name: 'SOGAARD', mobile_number: '6175550177', dob: '1986-04-17' })
  const phone = await known({ first_name: 'Jon', last_name: 'Other', mobile_number: '6175550177' })
  const neither = await known({ first_name: 'Mia', last_name: 'Other', mobile_number: '6175550178' })
  const { email } = await registered({ mobile_number: '(617) 555-0177' })

  const found = await similarTo(email)
  expect(found).toMatchObject([
    { patient_id: both.code, first_name: 'Mía', dob: '04-17-1986', shares: ['name', 'phone'] },
    { patient_id: phone.code, shares: ['phone'] },
  ])
  expect(found.map(({ patient_id }) => patient_id)).not.toContain(neither.code)

  await owner('update patients set deleted_at = now() where patient_id = $1', [both.id])
  expect((await similarTo(email)).map(({ patient_id }) => patient_id)).toEqual([phone.code])
})

test('a registration is like nobody of another project, and that project reads nothing of it', async () => {
  const stranger = await given.staff('Nurse')
  await known({ first_name: 'Una', last_name: 'Quill', mobile_number: '6175550199' }, stranger.project)
  const { email } = await registered({ first_name: 'Una', last_name: 'Quill', mobile_number: '6175550199' })
  expect(await similarTo(email)).toEqual([])
  expect((await as(stranger).call(listSimilarRecords, { query: {} })).registrations).toEqual([])
})

test('the address of a record that was changed to it later is told, and three records at most', async () => {
  const names = { first_name: 'Ida', last_name: 'Marsh' }
  const who = await registered(names)
  const records = []
  for (let n = 0; n <= maxSimilarRecords; n++) records.push(await known(names))
  await owner('update patients set email_key = $2 where patient_id = $1', [records[2]?.id, who.email])
  const found = await similarTo(who.email)
  expect(found).toHaveLength(maxSimilarRecords)
  expect(found[0]).toMatchObject({ patient_id: records[2]?.code, shares: ['name', 'email'] })
})

test('a number that many records share brings no more of them out of the database', async () => {
  for (let n = 0; n < 12; n++) await known({ first_name: `Nr${n}`, last_name: 'Hall', mobile_number: '6175550144' })
  const { email } = await registered({ mobile_number: '6175550144' })
  let most = 0
  const counted: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const of = Map.groupBy(result.rows, (row) => ('shares' in row ? row['id'] : undefined))
      of.delete(undefined)
      most = Math.max(most, ...[...of.values()].map(({ length }) => length))
      return result
    },
  }
  await database.scoped(staffScope(projectId(project)), (db) =>
    similarRecords(db.withPlugin(counted), { page: 1, page_size: 50 }),
  )
  expect(await similarTo(email)).toHaveLength(maxSimilarRecords)
  expect(most).toBe(maxSimilarRecords)
})

test('whoever registers learns nothing of a record that is like theirs', async () => {
  await known({ first_name: 'Eva', last_name: 'Stone', mobile_number: '6175550133' })
  const alike = registrationForm({ first_name: 'Eva', last_name: 'Stone', mobile_number: '6175550133' })
  const alone = registrationForm({ first_name: 'Zed', last_name: 'Nobody', mobile_number: '6175550134' })
  const [one, other] = [
    await send(null, register, { body: alike }, { headers }),
    await send(null, register, { body: alone }, { headers }),
  ]
  expect([one.status, one.body]).toEqual([other.status, other.body])
  const own = await sessionOf(alike)
  expect((await send(own, listSimilarRecords, { query: {} })).status).toBe(403)
})
