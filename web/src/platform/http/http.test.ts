import { expect, test } from 'vitest'
import { failureOf } from './http.ts'

const refusal = { error: 'No', code: 'stale', detail: 'No', request_id: '1' }

test('what a refusal says beside its sentence reaches the form, such as what somebody else has saved', () => {
  const body = { ...refusal, reimbursement: { amount: '48.00' } }
  expect(failureOf(409, JSON.stringify(body)).body).toEqual(body)
})

test.each(['<html>Bad gateway</html>', '{"error":"No"}'])(
  'a response that is no refusal of the portal has no body: %s',
  (text) => {
    expect(failureOf(502, text).body).toBeUndefined()
  },
)
