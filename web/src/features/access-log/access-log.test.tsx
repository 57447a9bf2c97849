import type { AccessEntry } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { refused, serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { AccessLogPage } from './AccessLogPage.tsx'

const call = 'GET /patient/access_log/'
const entry = (part: Partial<AccessEntry>): AccessEntry => ({
  at: '2026-03-01T15:00:00Z',
  times: 1,
  own: false,
  who: 'Priya Raman',
  role: 'Physician',
  what: 'Opened a file',
  item: 'Letter.pdf',
  study_date: '',
  in_emergency: false,
  ...part,
})
const show = (at = '/accessLog') => {
  signIn('Patient')
  return showRoutes([{ path: '*', element: <AccessLogPage /> }], { at })
}
beforeEach(signOut)

test('each entry says who, what and how often; the own ones come when asked for, from the first page', async () => {
  const others = [
    entry({}),
    entry({ what: 'Changed your profile', item: '', times: 3 }),
    entry({ what: 'Opened your profile', item: '', times: 2, in_emergency: true }),
    entry({ what: 'Looked at images of a scan', item: '', study_date: '20260910' }),
  ]
  const mine = entry({ own: true, who: 'You', role: '' })
  const sent = serve({
    [call]: ({ search }) => {
      const entries = search.includes('own=true') ? [...others, mine] : others
      return [200, { entries, total: entries.length, total_pages: 2 }]
    },
  })
  const { screen, address } = await show('/accessLog?page=2')
  await expect.element(screen.getByText('Opened a file: Letter.pdf')).toBeVisible()
  await expect
    .element(screen.getByText(/lists of patients, and files made from those lists.* are not shown/))
    .toBeVisible()
  await expect.element(screen.getByText('(recorded 3 times within an hour)')).toBeVisible()
  await expect.element(screen.getByText('(during emergency access, recorded 2 times within an hour)')).toBeVisible()
  await expect.element(screen.getByText('Looked at images of a scan: Sep 10, 2026')).toBeVisible()
  await screen.getByRole('switch', { name: 'Also show what I did' }).click()
  await expect.element(screen.getByText('You', { exact: true })).toBeVisible()
  expect(address()).toBe('/accessLog?own=true')
  expect(sent.at(-1)?.search).toMatch(/page=1.*own=true/)
})

test('what one person did on one day stands together, with the time of each', async () => {
  const entries = [
    entry({ at: '2026-03-02T16:00:00Z', item: 'Plan.pdf' }),
    entry({ at: '2026-03-02T15:30:00Z', who: 'Nora Lindt', role: 'Nurse', item: 'Bill.pdf' }),
    entry({ at: '2026-03-02T15:00:00Z' }),
    entry({}),
  ]
  serve({ [call]: () => [200, { entries, total: 4, total_pages: 1 }] })
  const { screen } = await show()
  const rows = screen.getByRole('row')
  await expect.poll(() => rows.elements().length).toBe(4)
  await expect.element(rows.nth(1)).toMatchTextContent(/^Monday, March 2, 2026Priya Raman, Physician.*Plan.*Letter/)
  await expect.element(rows.nth(2)).toMatchTextContent(/^Monday, March 2, 2026Nora Lindt, Nurse.*Bill/)
  await expect.element(rows.nth(3)).toMatchTextContent(/^Sunday, March 1, 2026Priya Raman, Physician10:00:00 AM/)
  await expect.element(screen.getByText('Opening your record is part of your care')).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
})

test('without entries the page says so, and a failure offers another try', async () => {
  serve({ [call]: () => [200, { entries: [], total: 0, total_pages: 1 }] })
  const empty = await show()
  await expect.element(empty.screen.getByText('No one has opened your record yet')).toBeVisible()
  await empty.screen.unmount()

  signOut()
  serve({ [call]: () => refused(400) })
  const broken = await show()
  await expect.element(broken.screen.getByText('The list could not be loaded.')).toBeVisible()
  await expect.element(broken.screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('a choice that is made without network says so, and shows its list once the network is back', async () => {
  let isCut = false
  serve({
    'HEAD *': () => (isCut ? 'no network' : [200, '']),
    [call]: () => (isCut ? 'no network' : [200, { entries: [entry({})], total: 1, total_pages: 1 }]),
  })
  const { screen } = await show()
  await expect.element(screen.getByText('Opened a file: Letter.pdf')).toBeVisible()
  isCut = true
  await screen.getByRole('switch', { name: 'Also show what I did' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/We will try again as soon as the connection is back\./)
  await expect.element(screen.getByText('Oh Snap!')).not.toBeInTheDocument()
  isCut = false
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText('Opened a file: Letter.pdf')).toBeVisible()
})
