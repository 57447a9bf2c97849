import type { Role } from '@fornix/contract'
import { expect, test } from 'vitest'
import { withholding } from '../../testing/rights.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { useWaiting } from './use-waiting.ts'

const Waiting = () => <p>{JSON.stringify(useWaiting())}</p>

test.each<[Role, number, number, string]>([
  [
    'Admin',
    3,
    0,
    '{"/careMessages":{"count":4,"label":"4 waiting"},"/unmatchedScans":{"count":3,"label":"3 waiting"}}',
  ],
  [
    'Admin',
    0,
    2,
    '{"/careMessages":{"count":4,"label":"4 waiting"},"/adminScanRequests":{"count":2,"label":"2 waiting"}}',
  ],
  ['Admin', 0, 0, '{"/careMessages":{"count":4,"label":"4 waiting"}}'],
  ['Nurse', 3, 2, '{"/careMessages":{"count":4,"label":"4 waiting"}}'],
])(
  'for a %s with %i unmatched scans and %i requests the navigation is told %s',
  async (role, scans, requests, told) => {
    const sent = serve({
      'GET /operator/care_messages_count/': ok({ open: 4 }),
      'GET /admin/unmatched_studies/count/': ok({ open: scans }),
      'GET /admin/scan_requests/count/': ok({ open: requests }),
    })
    const { screen } = await show(<Waiting />, { role })
    await expect.element(screen.getByText(told)).toBeVisible()
    if (role === 'Nurse') expect(sent.map(({ call }) => call).filter((call) => call.includes('/admin/'))).toEqual([])
  },
)

test('messages are not counted for whom medical information is withheld', async () => {
  const sent = serve({ ...withholding('see_medical') })
  const { screen } = await show(<Waiting />, { role: 'Nurse' })
  await expect.poll(() => sent.some(({ call }) => call === 'GET /operator/my_rights/')).toBe(true)
  await expect.element(screen.getByText('{}')).toBeVisible()
})
