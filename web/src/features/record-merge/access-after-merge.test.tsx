import type { ComparedRecord, Comparison } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { ok, serve } from '../../testing/serve.ts'
import { signedOutAt } from '../../testing/show.tsx'
import { answers, choose, compare, comparison, other, render, side } from './merge-fixtures.tsx'

beforeEach(() => signedOutAt(1280, 900))

const rosa: ComparedRecord['caregivers'][number] = {
  caregiver_id: '01930000-0000-7000-8000-0000000000d1',
  first_name: 'Rosa',
  last_name: 'Diaz',
  email: 'rosa@example.org',
  relationship: 'Mother',
  areas: ['visits', 'images'],
  until: '2030-06-01',
  state: 'active',
}
const omar = {
  ...rosa,
  caregiver_id: rosa.caregiver_id.replace(/1$/, '2'),
  first_name: 'Omar',
  email: 'omar@example.org',
}
const withPeople: Comparison = {
  ...comparison,
  records: [
    { ...side, caregivers: [rosa], physician_name: 'Theo Brandt', physician_works_here: true },
    {
      ...other,
      signs_in: false,
      invited: true,
      caregivers: [rosa, { ...omar, state: 'invited' }],
      physician_name: 'Grace Hall',
      physician_works_here: true,
    },
  ],
}

test('who sees more by the merge, and who less, is told of the record that is kept, before it is confirmed', async () => {
  serve(answers({ [compare]: ok(withPeople) }))
  const { screen } = await render()
  await choose(screen)
  const sentences = (name: string) =>
    screen
      .getByRole('region', { name })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.element(screen.getByRole('region', { name: 'Who will see more' })).toBeVisible()
  expect(sentences('Who will see more')).toEqual([
    'The patient who signs in with amara@example.org will see everything that comes from P-0.',
    'Rosa Diaz (Mother, rosa@example.org) acts for the patient until Jun 1, 2030 and will also see what comes from P-0: Visits and forms, Images.',
    'Theo Brandt stays the physician, and will be notified about what comes from P-0.',
  ])
  expect(sentences('Who will see less')).toEqual([
    'Omar Diaz (Mother, omar@example.org) can no longer act for the patient. If this help is still wanted, they need a new invitation for P-7K3QX9.',
    'Grace Hall is no longer the physician, and gets no more notices about this patient.',
  ])

  await screen.getByRole('radio', { name: 'Keep P-0' }).click()
  expect(sentences('Who will see more')).toEqual([
    `Anyone who accepts the invitation sent to ${other.email} will see everything that comes from P-7K3QX9.`,
    'Rosa Diaz (Mother, rosa@example.org) acts for the patient until Jun 1, 2030 and will also see what comes from P-7K3QX9: Visits and forms, Images.',
    'Omar Diaz (Mother, omar@example.org) was invited to act for the patient. Anyone who accepts will also see what comes from P-7K3QX9: Visits and forms, Images.',
    'Grace Hall stays the physician, and will be notified about what comes from P-7K3QX9.',
  ])
  expect(sentences('Who will see less')).toEqual([
    'Theo Brandt is no longer the physician, and gets no more notices about this patient.',
  ])
})

test('where the kept record has nobody, no one outside the team gains, and an empty physician is filled in', async () => {
  const bare = { ...side, signs_in: false }
  const records: Comparison['records'] = [
    bare,
    { ...other, signs_in: false, physician_name: 'Grace Hall', physician_works_here: true },
  ]
  serve(answers({ [compare]: ok({ ...comparison, records }) }))
  const { screen } = await render()
  await choose(screen)
  const more = screen.getByRole('region', { name: 'Who will see more' })
  await expect.element(more.getByText(/^No one\. The record that you keep has no account/)).toBeVisible()
  await expect.element(more.getByText(/^Grace Hall becomes the physician of P-7K3QX9/)).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Who will see less' })).not.toBeInTheDocument()
})
