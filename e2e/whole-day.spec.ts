import {
  bookAppointment,
  dayMs,
  getScreening,
  listSlots,
  questionnaireVersion,
  reviewScreening,
  sendInvitation,
  submitScreening,
} from '@fornix/contract'
import { calmAnswers } from '@fornix/demo/seeds/demo/screening-answers.ts'
import { expect, test } from '@playwright/test'
import { follow } from './follow.ts'
import { newClinic } from './new-clinic.ts'
import { signInOperator } from './people.ts'

type AsTech = Awaited<ReturnType<typeof newClinic>>['asTech']

const patientOf = async (asTech: AsTech, firstName: string) => {
  const data = { firstName, lastName: 'Day', email: `${firstName.toLowerCase()}.${Date.now()}@patients.example` }
  return (await asTech(sendInvitation, { params: { email: data.email }, data })).patient_id
}
const clear = async (asTech: AsTech, key: string) => {
  const params = { key }
  await asTech(submitScreening, { params, data: { version: questionnaireVersion, answers: calmAnswers() } })
  const { screenings } = await asTech(getScreening, { params })
  const data = { decision: 'cleared', signature: 'Theo Lang' }
  await asTech(reviewScreening, { params: { key, screening_id: screenings[0]?.screening_id ?? '' }, data })
}
/** Three visits from the next half hour on, and one person of the clinic without any. */
const clinicDay = async (asTech: AsTech) => {
  const keys = await Promise.all(['Ada', 'Bea', 'Cal', 'Dov'].map((name) => patientOf(asTech, name)))
  const [ada = '', , , dov = ''] = keys
  for (const key of [ada, dov]) await clear(asTech, key)
  const from = new Date(Date.now() - dayMs).toISOString().slice(0, 10)
  const to = new Date(Date.now() + dayMs).toISOString().slice(0, 10)
  const { slots } = await asTech(listSlots, { params: { key: ada }, query: { from, to } })
  for (const [n, key] of keys.slice(0, 3).entries())
    await asTech(bookAppointment, { params: { key }, data: { start: slots[n]?.start } })
}

test('a day from the first arrival to the last: one is not cleared, one does not come, one walks in', async ({
  page,
}) => {
  const { tech, asTech } = await newClinic(page.request)
  await clinicDay(asTech)
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: `${name} Day` })
  const step = (action: string, name: string) =>
    rowOf(name)
      .getByRole('button', { name: `${action}: ${name} Day` })
      .click()
  const stands = (name: string, words: string | RegExp) => expect(rowOf(name).getByText(words)).toBeVisible()
  const scanned = async (name: string) => {
    await step('Start scan', name)
    await stands(name, /^In the scanner since/)
    await step('Done', name)
    await stands(name, /^Done \d/)
  }
  const arrives = async (name: string) => {
    await step('Arrived', name)
    await stands(name, /^Arrived \d/)
  }

  await signInOperator(page, tech, '/workQueue')
  const visits = page.getByRole('region', { name: /^Visits today/ })
  for (const name of ['Ada', 'Bea', 'Cal']) await expect(visits.getByText(`${name} Day`)).toBeVisible()
  await visits.getByRole('link', { name: 'Open the day sheet' }).click()

  await arrives('Ada')
  await scanned('Ada')

  await stands('Bea', /^Not asked yet$/)
  await arrives('Bea')
  await step('Start scan', 'Bea')
  const why = page.getByRole('dialog', { name: 'Start without clearance?' })
  await why.getByRole('button', { name: 'Start without clearance' }).click()
  await expect(why.getByText('Please say why the scan is starting without a clearance')).toBeVisible()
  await why.getByLabel('Reason').fill('Asked in person, no metal')
  await why.getByRole('button', { name: 'Start without clearance' }).click()
  await stands('Bea', 'Started without clearance by Theo Lang: Asked in person, no metal')
  await step('Done', 'Bea')
  await stands('Bea', /^Done \d/)

  await step('No-show', 'Cal')
  await stands('Cal', 'No-show')
  await expect(rowOf('Cal').getByRole('button', { name: 'No-show: Cal Day' })).toHaveCount(0)

  await page
    .getByRole('button', { name: /^Book \d/ })
    .first()
    .click()
  const booking = page.getByRole('dialog', { name: /^Book an appointment on/ })
  const patient = booking.getByRole('combobox', { name: 'Patient' })
  // What is written into a field without the focus is taken for a password manager's.
  await expect(patient).toBeFocused()
  await patient.fill('Dov')
  await page.getByRole('option', { name: /^Dov Day/ }).click()
  await booking.getByRole('button', { name: 'Book appointment' }).click()
  await expect(page.getByText(/^Dov Day is booked for/)).toBeVisible()
  await arrives('Dov')
  await scanned('Dov')

  await expect(page.getByRole('row').getByText(/^Done \d/)).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^(Arrived|Start scan|Done): / })).toHaveCount(0)
  await follow(page, '/workQueue')
  await expect(page.getByText(/^Nothing waiting: .*Visits today/)).toBeVisible()
  await expect(visits).toHaveCount(0)
})
