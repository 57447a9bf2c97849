import { getOperatorNumber } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp()

test('operators of the project are counted: no admins, nobody deleted, nobody from elsewhere', async () => {
  const admin = await given.staff('Admin')
  const [nurse, , gone] = [
    await given.staff('Nurse', admin.project),
    await given.staff('Physician', admin.project),
    await given.staff('MRI-Tech', admin.project),
  ]
  await given.staff('Nurse')
  await owner('update providers set deleted_at = now() where provider_id = $1', [gone.id])

  expect(await as(admin).call(getOperatorNumber, {})).toEqual({ operator_number: 2 })
  expect((await send(nurse, getOperatorNumber)).status).toBe(403)
})
