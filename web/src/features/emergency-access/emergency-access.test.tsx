import type { EmergencyAccess, listEmergencies, ResponseOf } from '@fornix/contract'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { anaOfLists, idOf as id, onePage } from '../../testing/listed.ts'
import { looks } from '../../testing/looks.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signedOutAt } from '../../testing/show.tsx'
import { EmergencyAccessPage } from './EmergencyAccessPage.tsx'

const list = 'GET /admin/emergency_access/'
const review = `POST /admin/emergency_access/${id(1)}/review/`
const access = (n: number, part: Partial<EmergencyAccess> = {}): EmergencyAccess => ({
  emergency_id: id(n),
  person: { provider_id: 'PR-2', name: 'Nora Lindt', role: 'Nurse' },
  record: anaOfLists,
  reason: 'Seizure in the waiting room, implants unknown',
  opened_at: '2032-03-09T15:04:00.000Z',
  until: '2032-03-09T16:04:00.000Z',
  is_open: false,
  ended_by: '',
  review: null,
  is_own: false,
  version: 1,
  ...part,
})
const accesses = [
  access(1),
  access(2, { is_open: true }),
  access(3, { is_own: true, ended_by: 'Adam Ochs' }),
  access(4, {
    review: { finding: 'not_justified', note: 'No visit that day', by: 'Adam Ochs', at: '2032-03-10T15:00:00.000Z' },
    version: 2,
  }),
]
const answer = (part: Partial<ResponseOf<typeof listEmergencies>> = {}) =>
  ok({
    accesses,
    counts: { open: 1, to_review: 3, reviewed: 1 },
    time_zone: 'America/New_York',
    ...onePage(4),
    ...part,
  })
const render = async (answers: ServedCalls = {}, scheme: 'light' | 'dark' = 'light', search = '') => {
  const asked = serve({ [list]: () => answer(), ...answers })
  const shown = await show(<EmergencyAccessPage />, { role: 'Admin', at: `/emergencyAccess${search}`, scheme })
  return { ...shown, last: (wanted: string) => asked.findLast(({ call }) => call === wanted) }
}

beforeEach(() => signedOutAt(1280, 800))

test.each(looks)('in the %s look at %i px each one says who, whose, why and what came of it', async (scheme, width) => {
  await page.viewport(width, 844)
  const { screen } = await render({}, scheme)
  const entries = screen.getByRole(width < 800 ? 'listitem' : 'row')
  const at = (n: number) => entries.nth(width < 800 ? n : n + 1)
  await expect
    .element(at(0))
    .toMatchTextContent(/Tue, Mar 9.*10:04 AM – 11:04 AM.*Nora Lindt.*Ana Rivera.*04-17-1986.*LN-1.*Seizure.*To review/)
  await expect.element(at(1)).toMatchTextContent(/Open now.*To review/)
  expect(
    at(1)
      .getByRole('button', { name: /^Review/ })
      .elements(),
  ).toEqual([])
  await expect.element(at(2)).toMatchTextContent(/Ended by Adam Ochs.*This is about you\. Another admin reviews it\./)
  await expect.element(at(3)).toMatchTextContent(/Not justified.*No visit that day.*Adam Ochs, Mar 10, 2032/)
  expect(await axeHits()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('a review needs a finding and a note, which stay when it cannot be saved', async () => {
  let isDown = true
  const { screen, last } = await render({
    [review]: () => (isDown ? 'no network' : ok({ access: access(1, { version: 2 }) })),
  })
  await screen.getByRole('button', { name: 'Review: Nora Lindt, Tue, Mar 9' }).first().click()
  const dialog = screen.getByRole('dialog', { name: 'Review emergency access' })
  await dialog.getByRole('button', { name: 'Save review' }).click()
  await expect.element(dialog.getByText('Please choose a finding')).toBeVisible()
  await expect.element(dialog.getByRole('radio').first()).toHaveFocus()
  await expect.element(dialog.getByText('Please say what you found, in 5 to 500 characters')).toBeVisible()
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('radio', { name: 'Needs follow-up' }).click()
  await dialog.getByRole('textbox', { name: 'What did you find?' }).fill('Asked the charge nurse')
  await dialog.getByRole('button', { name: 'Save review' }).click()
  await expect
    .element(dialog.getByText('The portal did not respond. Please try again. Nothing will be saved twice.'))
    .toBeVisible()
  isDown = false
  await dialog.getByRole('button', { name: 'Save review' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(last(review)?.body).toEqual({ finding: 'follow_up', note: 'Asked the charge nurse', version: 1 })
})

test('what was done in that hour is listed, and what only the emergency showed is marked', async () => {
  await page.viewport(320, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const acts = [
    { event_id: id(7), at: '2032-03-09T15:05:00.000Z', what: 'Looked at the MRI safety answers', is_opened: true },
    { event_id: id(8), at: '2032-03-09T15:06:00.000Z', what: 'Looked at the list of files', is_opened: false },
  ]
  const { screen } = await render({
    [`GET /admin/emergency_access/${id(1)}/`]: ok({ access: access(1), acts, time_zone: 'America/New_York' }),
  })
  await screen.getByRole('button', { name: 'What was done: Nora Lindt, Tue, Mar 9' }).first().click()
  const lines = screen.getByRole('dialog').getByRole('listitem')
  await expect
    .element(lines.first())
    .toMatchTextContent(/10:05 AM.*MRI safety answers.*Shown only because of emergency access/)
  await expect.element(lines.nth(1)).not.toMatchTextContent(/Shown only/)
  const mark = screen.getByText('Shown only because of emergency access').element()
  expect(mark.getBoundingClientRect().right).toBeLessThanOrEqual(lines.first().element().getBoundingClientRect().right)
  expect(mark.scrollWidth).toBeLessThanOrEqual(mark.clientWidth)
  await expectLink(
    screen,
    'Open the access log',
    '/auditLog?person=PR-2&patient=P-7K3QX9&from=2032-03-09&to=2032-03-09',
  )
  expect(await axeHits()).toEqual([])
})

test('an admin ends one that is open; a list that is empty, filtered or broken says so', async () => {
  const end = `POST /operator/end_emergency_access/${id(2)}/`
  const { screen, last, address } = await render({ [end]: ok({ message: 'ok' }) })
  await screen.getByRole('button', { name: 'End now: Nora Lindt, Tue, Mar 9' }).click()
  await expect.poll(() => last(end)).toBeDefined()
  await screen.getByText('To review (3)').click()
  await expect.poll(address).toBe('/emergencyAccess?view=to_review')
  await screen.unmount()

  const none = { accesses: [], total: 0, counts: { open: 0, to_review: 0, reviewed: 0 } }
  const empty = await render({ [list]: () => answer(none) })
  await expect.element(empty.screen.getByText('No record has been opened in an emergency.')).toBeVisible()
  await empty.screen.unmount()
  const filtered = await render({ [list]: () => answer(none) }, 'light', '?view=reviewed')
  await expect.element(filtered.screen.getByText('Nothing to show in this list.')).toBeVisible()
  await filtered.screen.unmount()
  const broken = await render({ [list]: () => refused(500) })
  await expect.element(broken.screen.getByText('The list could not be loaded.')).toBeVisible()
})
