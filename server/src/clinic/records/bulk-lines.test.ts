import { expect, test } from 'vitest'
import { storageFullError } from '../../platform/base/errors.ts'
import { openLog } from '../../platform/base/log.ts'
import { eachPatient } from './bulk-lines.ts'

test('the line of a patient for whom something failed has the sentence for staff', async () => {
  const inTransaction = async () => {
    throw storageFullError()
  }
  const lines = await eachPatient(
    ['P-ABCDEF'],
    (key) => key,
    { inTransaction, log: openLog('silent') },
    async () => ({}),
  )
  expect(lines).toMatchObject([
    {
      patient_id: 'P-ABCDEF',
      done: false,
      why: 'There is no space left, so this was not saved. Please tell your IT team.',
    },
  ])
})
