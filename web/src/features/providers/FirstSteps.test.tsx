import { expect, test } from 'vitest'
import { queryClient } from '../../platform/http/query-client.ts'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { projectSettings } from '../../testing/project-settings.ts'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { AdminAreaPage } from './AdminAreaPage.tsx'

const scanner = {
  id: '01930000-0000-7000-8000-0000000000b1',
  name: 'Scanner 1',
  in_service: true,
  visit_days: [],
  is_used: false,
}
const scheduling = (more = {}, hours = [{ weekday: 1, from: '10:00', to: '15:00' }]): Served =>
  ok({
    time_zone: 'America/New_York',
    hours,
    closed_days: [],
    version: 1,
    scanners: [{ ...scanner, room: 'Room 3', ...more }],
  })
const staff = (operator_number: number): Served => ok({ operator_number, invited: 0 })

const open = async (given: { settings?: Served; scheduling?: Served; staff?: Served } = {}) => {
  const sent = serve({
    'POST /admin/get_admin_profile/': refused(500),
    'GET /admin/project_settings/': given.settings ?? ok(projectSettings()),
    'GET /admin/scheduling/': given.scheduling ?? scheduling(),
    'GET /admin/get_operator_number/': given.staff ?? staff(1),
  })
  const { screen } = await show(<AdminAreaPage />, { role: 'Admin', at: '/admin' })
  const steps = () => screen.getByRole('list', { name: 'First steps' }).getByRole('listitem')
  const states = () =>
    steps()
      .elements()
      .map((line) => line.textContent?.split(': ').at(-1))
  return { screen, steps, states, asked: () => sent.map(({ call }) => call) }
}
type Opened = Awaited<ReturnType<typeof open>>
const expectNoCard = async ({ screen, asked }: Opened) => {
  await expect.element(screen.getByText('Total number of operators')).toBeVisible()
  await expect.poll(asked).toEqual(expect.arrayContaining(['GET /admin/project_settings/', 'GET /admin/scheduling/']))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(screen.getByText('First steps')).not.toBeInTheDocument()
}

test('a new clinic reads what to do first, each with the page where it is done', async () => {
  const { screen, states } = await open({
    settings: ok(projectSettings({ address: '', email: '', phone: '' })),
    scheduling: scheduling({ room: '' }),
    staff: staff(0),
  })
  await expect.poll(states).toEqual(['not done yet', 'not done yet', 'not done yet'])
  await expectLink(screen, 'Add your contact details: address, phone, and email', '/projectSettings')
  await expectLink(screen, 'Set where and when visits take place: a room and your hours', '/scheduling')
  await expectLink(screen, 'Invite your staff', '/operatorList')
  expect(await axeHits()).toEqual([])
})

test.each<[string, Parameters<typeof open>[0], number]>([
  ['the phone', { settings: ok(projectSettings({ phone: '' })) }, 0],
  ['the room', { scheduling: scheduling({ room: '' }) }, 1],
  ['the hours', { scheduling: scheduling({}, []) }, 1],
  ['a scanner in service', { scheduling: scheduling({ in_service: false, is_used: true }) }, 1],
  ['staff', { staff: staff(0) }, 2],
])('where %s is missing the other steps are ticked off', async (_what, given, missing) => {
  const { states } = await open(given)
  const expected = [0, 1, 2].map((n) => (n === missing ? 'not done yet' : 'done'))
  await expect.poll(states).toEqual(expected)
})

test.each<[string, Parameters<typeof open>[0]]>([
  ['has all of it', {}],
  ['had visits without a room', { scheduling: scheduling({ room: '', is_used: true }) }],
])('a clinic that %s reads nothing', async (_what, given) => expectNoCard(await open(given)))

test.each(['settings', 'scheduling'])('where the %s cannot be loaded nothing is said', async (name) => {
  await expectNoCard(await open({ staff: staff(0), [name]: refused(500) }))
})
