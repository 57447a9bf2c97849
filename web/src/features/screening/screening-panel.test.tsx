import { getScreening, type ResponseOf, type Screening } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { refreshCall } from '../../platform/calls/api.ts'
import { refreshEmergency } from '../../platform/calls/emergency.ts'
import { axeHits } from '../../testing/axe.ts'
import { withholding } from '../../testing/rights.ts'
import { testScreening } from '../../testing/screenings.ts'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { show, signedOutAt } from '../../testing/show.tsx'
import { ScreeningPanel } from './ScreeningPanel.tsx'

type Standing = ResponseOf<typeof getScreening>
const waiting: Standing = {
  facts: { gender: 'Male', age: 40 },
  state: 'waiting',
  good_until: '2032-03-31T15:00:00.000Z',
  screenings: [testScreening],
}
const reviewed: Screening = {
  ...testScreening,
  reviews: [
    {
      decision: 'not_cleared',
      note: 'Unknown metal',
      signature: 'Priya Raman',
      reviewer: 'Priya Raman',
      role: 'Physician',
      reviewed_at: '2032-03-02T15:00:00.000Z',
    },
  ],
}
const newId = '01930000-0000-7000-8000-0000000000c9'
const read = 'GET /operator/mr_safety/P-1/'
const review = `POST /operator/mr_safety/P-1/${testScreening.screening_id}/review/`
const open = (role: 'Physician' | 'Admin' = 'Physician') => show(<ScreeningPanel patientKey="P-1" />, { role })

beforeEach(() => signedOutAt(1280, 800))

test('what has to be looked at comes first, and what was not asked is said', async () => {
  serve({ [read]: ok(waiting) })
  const { screen } = await open()
  await expect.element(screen.getByText('Waiting for review')).toBeVisible()
  await expect
    .element(screen.getByRole('listitem').first())
    .toHaveTextContent('Bullet or shrapnel: YesWhere: Left hand')
  await expect.element(screen.getByText(/^Not asked: .*Pregnant/)).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test.for([
  { not_copied: ['Pacemaker or ICD', 'Pump or sensor'], shown: 1 },
  { not_copied: [], shown: 0 },
  { not_copied: undefined, shown: 0 },
])('the reviewer reads which answers the previous history lacks: $not_copied', async ({ not_copied, shown }) => {
  serve({ [read]: ok({ ...waiting, not_copied }) })
  const { screen } = await open()
  await expect.element(screen.getByText('Waiting for review')).toBeVisible()
  const sentence = screen.getByText(/^Please check “Previous history” for: Pacemaker or ICD, Pump or sensor\./)
  expect(sentence.elements()).toHaveLength(shown)
  expect(screen.getByText(/Previous history/).elements()).toHaveLength(shown)
  expect(await axeHits()).toEqual([])
})

test('a review needs a decision, a note unless cleared, and a signature', async () => {
  let standing = waiting
  const sent = serve({
    [read]: () => ok(standing),
    [review]: () => {
      standing = { ...waiting, state: 'not_cleared', screenings: [reviewed] }
      return ok({ message: 'ok', state: 'not_cleared' })
    },
  })
  const { screen } = await open()
  const save = screen.getByRole('button', { name: 'Save the review' })
  await save.click()
  await expect.element(screen.getByText('Please choose what you decided')).toBeVisible()
  await screen.getByRole('radio', { name: 'Not cleared' }).click()
  await screen.getByLabelText('Signature').fill('Amara Abbott')
  await save.click()
  await expect.element(screen.getByText('Please explain why')).toBeVisible()
  await screen.getByLabelText('Note').fill('Unknown metal')
  await save.click()

  await expect.element(screen.getByText('The review is saved.')).toBeVisible()
  await expect.element(screen.getByText(/^Not cleared, .* by Priya Raman \(Physician\)$/)).toBeVisible()
  expect(sent.find(({ call }) => call === review)?.body).toEqual({
    decision: 'not_cleared',
    note: 'Unknown metal',
    signature: 'Amara Abbott',
  })
})

test('a decision that is on its way is not changed on the page alone', async () => {
  const held = Promise.withResolvers<Served>()
  serve({ [read]: ok(waiting), [review]: () => held.promise })
  const { screen } = await open()
  const cleared = screen.getByRole('radio', { name: 'Cleared', exact: true })
  const notCleared = screen.getByRole('radio', { name: 'Not cleared' })
  await cleared.click()
  await screen.getByLabelText('Signature').fill('Amara Abbott')
  await screen.getByRole('button', { name: 'Save the review' }).click()
  await expect.element(screen.getByRole('button', { name: 'Save the review' })).toBeDisabled()
  await notCleared.click()
  await expect.element(cleared).toBeChecked()
  held.resolve(refused(409, 'There are newer answers.'))
  await expect.element(screen.getByText('There are newer answers.')).toBeVisible()
  await notCleared.click()
  await expect.element(notCleared).toBeChecked()
})

test('newer answers are a sentence, and nothing typed is lost', async () => {
  serve({
    [read]: ok(waiting),
    [review]: refused(409, 'There are newer answers. Please read them before you decide.'),
  })
  const { screen } = await open()
  await screen.getByRole('radio', { name: 'Cleared', exact: true }).click()
  await screen.getByLabelText('Signature').fill('Amara Abbott')
  await screen.getByRole('button', { name: 'Save the review' }).click()
  await expect.element(screen.getByText('There are newer answers. Please read them before you decide.')).toBeVisible()
  await expect.element(screen.getByLabelText('Signature')).toHaveValue('Amara Abbott')
})

test('a note that is being typed outlives newer answers, for which a decision is made again', async () => {
  let standing = waiting
  const newer = { ...testScreening, screening_id: newId }
  const sent = serve({
    [read]: () => ok(standing),
    [review.replace(testScreening.screening_id, newer.screening_id)]: ok({ message: 'ok', state: 'not_cleared' }),
  })
  const { screen } = await open()
  const notCleared = screen.getByRole('radio', { name: 'Not cleared' })
  await notCleared.click()
  await screen.getByLabelText('Note').fill('Unknown metal')
  standing = { ...waiting, screenings: [newer, testScreening] }
  await refreshCall(getScreening)
  await expect.element(screen.getByText('Newer answers arrived. Please read them before you decide.')).toBeVisible()
  await expect.element(screen.getByLabelText('Note')).toHaveValue('Unknown metal')
  await expect.element(notCleared).not.toBeChecked()
  await notCleared.click()
  await screen.getByLabelText('Signature').fill('Amara Abbott')
  await screen.getByRole('button', { name: 'Save the review' }).click()
  await expect.element(screen.getByText('The review is saved.')).toBeVisible()
  await expect.element(screen.getByText(/^Newer answers arrived/)).not.toBeInTheDocument()
  expect(sent.some(({ call }) => call.includes(`${newer.screening_id}/review/`))).toBe(true)
})

test('a kept draft of a review of older answers brings back its note, and no decision', async () => {
  const values = {
    decision: 'cleared',
    note: 'Metal was removed',
    signature: 'Amara Abbott',
    screening_id: '01930000-0000-7000-8000-0000000000c0',
  }
  const draft = { values, saved_at: '2032-03-02T15:00:00Z' }
  serve({
    [read]: ok(waiting),
    'GET /common/api/draft/review.P-1/': ok({ draft }),
  })
  const { screen } = await open()
  const resume = screen.getByRole('button', { name: 'Continue editing' })
  await expect.element(resume).toBeVisible()
  const heading = screen.getByRole('heading', { name: 'Review', exact: true }).element().getBoundingClientRect()
  const note = resume.element().closest('[role=note]')?.getBoundingClientRect()
  expect((note?.top ?? 0) - heading.bottom).toBeGreaterThanOrEqual(12)
  await resume.click()
  await expect.element(screen.getByLabelText('Note')).toHaveValue('Metal was removed')
  await expect.element(screen.getByText(/^Newer answers arrived/)).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Cleared', exact: true })).not.toBeChecked()
})

test.each([true, false])(
  'a note about older answers is said to be one each time it is resumed (left before newer came: %s)',
  async (wasLeft) => {
    let standing = waiting
    let kept: object | null = null
    const newer = { ...waiting, screenings: [{ ...testScreening, screening_id: newId }, testScreening] }
    serve({
      [read]: () => ok(standing),
      'GET /common/api/draft/review.P-1/': () =>
        ok({ draft: kept && { values: kept, saved_at: '2032-03-02T15:00:00Z' } }),
      'POST /common/api/draft/review.P-1/': ({ body }) => {
        kept = (body as { values: object }).values
        return ok({ saved_at: '2032-03-02T15:00:00Z' })
      },
    })
    const first = await open()
    await first.screen.getByLabelText('Note').fill('Unknown metal')
    if (!wasLeft) {
      standing = newer
      await refreshCall(getScreening)
      await expect.element(first.screen.getByText(/^Newer answers arrived/)).toBeVisible()
    }
    await first.screen.unmount()
    standing = newer
    for (const _ of [1, 2]) {
      const { screen } = await open()
      await screen.getByRole('button', { name: 'Continue editing' }).click()
      await expect.element(screen.getByLabelText('Note')).toHaveValue('Unknown metal')
      await expect.element(screen.getByText(/^Newer answers arrived/)).toBeVisible()
      await screen.unmount()
    }
    await expect.poll(() => kept).toMatchObject({ note: 'Unknown metal', screening_id: testScreening.screening_id })
  },
)

test('an administrator reads and does not review', async () => {
  serve({ [read]: ok(waiting) })
  const { screen } = await open('Admin')
  await expect.element(screen.getByText('Physicians, MRI technologists, and nurses review the answers.')).toBeVisible()
  await expect.element(screen.getByLabelText('Signature')).not.toBeInTheDocument()
})

test('nobody asked yet is amber, never calm, and staff can ask here', async () => {
  serve({ [read]: ok({ ...waiting, state: 'not_asked', good_until: null, screenings: [] }) })
  const { screen } = await open()
  await expect.element(screen.getByText('Not asked yet')).toBeVisible()
  await screen.getByRole('button', { name: 'Fill in for the patient' }).click()
  await expect.element(screen.getByText('Step 1 of 8')).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText('Not asked yet')).toBeVisible()
})

test('earlier answers stay readable, with their reviews', async () => {
  const earlier = {
    ...reviewed,
    screening_id: '01930000-0000-7000-8000-0000000000c0',
    filled_at: '2032-01-01T15:00:00.000Z',
  }
  serve({ [read]: ok({ ...waiting, screenings: [testScreening, earlier] }) })
  const { screen } = await open()
  await screen.getByRole('button', { name: /Jan 1, 2032/ }).click()
  await expect.element(screen.getByText('Unknown metal')).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('answers that could not be loaded are asked for again', async () => {
  serve({ [read]: refused(400) })
  const { screen } = await open()
  await expect.element(screen.getByText('The MRI safety answers could not be loaded.')).toBeVisible()
})

test('who may not see medical information reads that, and no answers are asked for', async () => {
  const asked = serve({ [read]: ok(waiting), ...withholding('see_medical', 'emergency_access') })
  const { screen } = await open()
  const sentence = 'Your clinic does not let physicians see medical information. Ask an admin.'
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  expect(asked.filter(({ call }) => call === review)).toEqual([])
})

test('in an emergency the answers are there to be read, and nothing is there to decide', async () => {
  const open = [
    {
      emergency_id: testScreening.screening_id,
      record: { patient_id: 'P-1', name: 'Ana Rivera', dob: '04-17-1986', mrn_number: 'LN-1' },
      opened_at: '2032-03-09T15:04:00.000Z',
      until: '2032-03-09T16:04:00.000Z',
      seconds_left: 3600,
    },
  ]
  let emergencies: unknown[] = []
  serve({
    [read]: ok(waiting),
    ...withholding('see_medical'),
    'GET /operator/emergency_access/': () => ok({ open: emergencies }),
  })
  const { screen } = await show(<ScreeningPanel patientKey="P-1" />, { role: 'Nurse' })
  await expect.element(screen.getByRole('button', { name: 'Emergency access' })).toBeVisible()
  emergencies = open
  const answers = screen.getByText('Bullet or shrapnel', { exact: false })
  await expect.poll(() => refreshEmergency().then(() => answers.elements().length)).toBeGreaterThan(0)
  await expect.element(screen.getByText('With emergency access you can only read the answers.')).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
  expect(await axeHits()).toEqual([])
})
