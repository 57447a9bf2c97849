import { getPatientInfo, saveRights } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

/** Runs once, after the work of the next scoped transaction, which the database then asks to retry. */
let between: (() => Promise<unknown>) | undefined
const { given, as, owner } = await testApp({
  platform: ({ database }) => ({
    database: {
      ...database,
      scoped: (scope, work, closing) =>
        database.scoped(
          scope,
          async (db, commitWithNext) => {
            const happens = between
            if (!happens) return work(db, commitWithNext)
            await work(db, () => {})
            between = undefined
            await happens()
            throw Object.assign(new Error('could not serialize access'), { code: '40001' })
          },
          closing,
        ),
    },
  }),
})

test('an audit row says what the attempt did that counts, and nothing of the one before', async () => {
  const project = await given.project()
  const [ana, nora, admin] = [
    await given.patient(project),
    await given.staff('Nurse', project),
    await given.staff('Admin', project),
  ]
  await as(admin).call(saveRights, { body: { withheld: { Nurse: ['see_medical'] }, two_person_amount: null } })
  between = () => owner('delete from project_rights where project_id = $1', [project])
  const { medicalInformation } = await as(nora).call(getPatientInfo, { params: { key: ana.code } })
  expect(medicalInformation).not.toBeNull()
  expect(await owner('select result from audit_events where actor_id = $1', [nora.id])).toEqual([{ result: 'ok' }])
})
