import type { OpenEmergency } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WithheldNote } from '../../clinic/records/WithheldNote.tsx'
import { axeHits } from '../../testing/axe.ts'
import { looks } from '../../testing/looks.ts'
import { testPatient } from '../../testing/patients.ts'
import { withholding } from '../../testing/rights.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signedOutAt } from '../../testing/show.tsx'
import { KeepFocus } from '../../ui/shell/KeepFocus.tsx'
import { EmergencyNotice } from './EmergencyNotice.tsx'

const key = testPatient.patient_id
const [mine, open] = ['GET /operator/emergency_access/', `POST /operator/emergency_access/${key}/`]
const emergency: OpenEmergency = {
  emergency_id: '01930000-0000-7000-8000-000000000001',
  record: {
    patient_id: key,
    name: 'Amara Abbott',
    dob: '04-18-1986',
    mrn_number: 'MRN400210',
    has_namesake: false,
    is_deleted: false,
  },
  opened_at: '2032-03-09T15:04:00.000Z',
  until: '2032-03-09T16:04:00.000Z',
  seconds_left: 2520,
}
const end = `POST /operator/end_emergency_access/${emergency.emergency_id}/`
const why = 'Seizure in the waiting room, implants unknown'

const render = async (
  answers: ServedCalls = {},
  scheme: 'light' | 'dark' = 'light',
  role: 'Nurse' | 'Admin' = 'Nurse',
) => {
  const record = { patient: { ...testPatient, indication: [] }, medicalInformation: null }
  const asked = serve({
    ...withholding('see_medical'),
    [mine]: ok({ open: [] }),
    [`GET /operator/get_patient_info/${key}/`]: ok(record),
    ...answers,
  })
  const { screen } = await show(
    <>
      <KeepFocus />
      <EmergencyNotice />
      <WithheldNote patientKey={key}>Your clinic does not show this.</WithheldNote>
    </>,
    { role, scheme },
  )
  return { screen, asked, last: (call: string) => asked.findLast((one) => one.call === call) }
}
const offer = { name: 'Emergency access' }

beforeEach(() => signedOutAt(1280, 800))

test.each(looks)(
  'in the %s look at %i px the question says whose it is, what follows, and asks why',
  async (scheme, width) => {
    await page.viewport(width, 844)
    let opened: OpenEmergency[] = []
    const { screen, last } = await render(
      {
        [mine]: () => ok({ open: opened }),
        [open]: () => {
          opened = [emergency]
          return ok(emergency)
        },
      },
      scheme,
    )
    await screen.getByRole('button', offer).click()
    const dialog = screen.getByRole('dialog', offer)
    await expect.element(dialog).toMatchTextContent(/Amara Abbott.*04-18-1986.*MRN400210/)
    for (const said of ['Admins are notified right away', 'The patient can see your name', 'You cannot change them'])
      await expect.element(dialog).toMatchTextContent(new RegExp(said))
    const reason = dialog.getByRole('textbox', { name: 'Why do you need this record now?' })
    await expect.element(reason).toHaveFocus()
    await reason.fill('Urgent')
    await dialog.getByRole('button', { name: 'Open record' }).click()
    await expect.element(dialog.getByText(/^Please say in a sentence why you need this record now/)).toBeVisible()
    await expect.element(reason).toHaveFocus()
    expect(await axeHits()).toEqual([])
    await reason.fill(why)
    await dialog.getByRole('button', { name: 'Open record' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(last(open)?.body).toEqual({ reason: why })
    const banner = screen.getByRole('region', offer)
    await expect.element(banner).toMatchTextContent(/Emergency access to Amara Abbott.*04-18-1986.*4[12] minutes left/)
    expect(await axeHits()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('a refusal stays in the dialog with what was typed', async () => {
  const { screen } = await render({ [open]: refused(409, 'You have emergency access to this record already.') })
  await screen.getByRole('button', offer).click()
  const dialog = screen.getByRole('dialog', offer)
  await dialog.getByRole('textbox').fill(why)
  await dialog.getByRole('button', { name: 'Open record' }).click()
  await expect.element(dialog.getByText(/already/)).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveValue(why)
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('who lacks the right, and whoever is not withheld anything, is offered nothing', async () => {
  const without = await render(withholding('see_medical', 'emergency_access'))
  await expect.element(without.screen.getByRole('note')).toBeVisible()
  await expect.poll(() => without.last(mine)).toBeDefined()
  expect(without.screen.getByRole('button', offer).elements()).toEqual([])
  await without.screen.unmount()
  const admin = await render({}, 'light', 'Admin')
  await expect.element(admin.screen.getByRole('note')).toBeVisible()
  expect(admin.screen.getByRole('button', offer).elements()).toEqual([])
  expect(admin.last(mine)).toBeUndefined()
})

test('in the record itself the bar names no birth date and leads nowhere', async () => {
  const { screen } = await render({ [mine]: ok({ open: [emergency] }) })
  const banner = screen.getByRole('region', offer)
  const record = banner.getByRole('link', { name: 'Open record' })
  await expect.element(banner.getByText(/04-18-1986/)).toBeVisible()
  await record.click()
  await expect.element(record).not.toBeInTheDocument()
  await expect.element(banner.getByRole('alert')).toHaveTextContent('Emergency access to Amara Abbott')
  await expect.element(banner.getByText(/04-18-1986/)).not.toBeInTheDocument()
})

test('the bar is spoken once, and is ended with one press', async () => {
  let opened = [emergency]
  const { screen, last } = await render({
    [mine]: () => ok({ open: opened }),
    [end]: () => {
      opened = []
      return ok({ message: 'ok' })
    },
  })
  const banner = screen.getByRole('region', offer)
  await expect.element(banner.getByRole('alert')).toHaveTextContent('Emergency access to Amara Abbott')
  await expect.element(banner.getByText(/minutes left/)).not.toHaveAttribute('role')
  await banner.getByRole('button', { name: 'End now: emergency access to Amara Abbott' }).click()
  await expect.element(banner).not.toBeInTheDocument()
  expect(last(end)).toBeDefined()
})

test('when the time is over the pages ask again', async () => {
  let opened = [{ ...emergency, seconds_left: 1 }]
  const { screen, asked } = await render({ [mine]: () => ok({ open: opened }) })
  const banner = screen.getByRole('region', offer)
  await expect.element(banner).toMatchTextContent(/Less than a minute left/)
  opened = []
  await expect.element(banner).not.toBeInTheDocument()
  expect(asked.filter(({ call }) => call === mine)).toHaveLength(2)
})

test('a bar that could not be ended says so and stays', async () => {
  const { screen } = await render({ [mine]: ok({ open: [emergency] }), [end]: 'no network' })
  await screen.getByRole('button', { name: /^End now/ }).click()
  await expect.element(screen.getByText(/^This may have been saved, but the portal did not respond/)).toBeVisible()
  await expect.element(screen.getByRole('region', offer)).toBeVisible()
})
