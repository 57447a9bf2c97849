import { expect, test } from 'vitest'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { CloseAccountCard } from './CloseAccountCard.tsx'
import { ClosureNotice } from './ClosureNotice.tsx'

const open = {
  request_id: '01930000-0000-7000-8000-000000000001',
  state: 'open',
  reason: 'I moved away.',
  asked_at: '2026-11-21T15:00:00.000Z',
  answer: '',
  settled_at: null,
}
const mine = 'GET /patient/account_closure/'
const ask = 'POST /patient/account_closure/'
const takeBack = 'POST /patient/account_closure/take_back/'
const theirs = 'GET /admin/account_closure/P-1/'
const decline = 'POST /admin/account_closure/P-1/decline/'

const asPatient = async (answers: ServedCalls = {}) => {
  const sent = serve({ [mine]: ok({ closure: null }), ...answers })
  const { screen } = await show(<CloseAccountCard />, { role: 'Patient' })
  return { screen, asked: (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body) }
}

test('a patient reads what closing means, asks with a reason, and takes it back', async () => {
  let closure: object | null = null
  const { screen, asked } = await asPatient({
    [mine]: () => ok({ closure }),
    [ask]: () => {
      closure = open
      return ok({ closure })
    },
    [takeBack]: () => {
      closure = { ...open, state: 'withdrawn' }
      return ok({ closure })
    },
  })
  await screen.getByRole('button', { name: 'Ask to close my account' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Ask to close my account' })
  await expect
    .element(dialog.getByText(/^Your clinic keeps your medical records for as long as the law requires\./))
    .toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
  await dialog.getByRole('textbox').fill('I moved away.')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect.element(screen.getByText(/^You asked us to close your account on Nov 21, 2026\./)).toBeVisible()
  await expect.element(screen.getByText('Your reason: I moved away.')).toBeVisible()
  expect(asked(ask)).toEqual([{ reason: 'I moved away.' }])
  await screen.getByRole('button', { name: 'Keep my account' }).click()
  await expect.element(screen.getByText('You withdrew your request. Your account stays open.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Ask to close my account' })).toBeVisible()
})

test('a request that could not be sent says so, and keeps what was typed', async () => {
  const { screen } = await asPatient({ [ask]: 'no network' })
  await screen.getByRole('button', { name: 'Ask to close my account' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('textbox').fill('I moved away.')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect
    .element(dialog.getByText('The portal did not respond. Please try again. Nothing will be saved twice.'))
    .toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('I moved away.')
})

test('the answer of the clinic is read where it was asked', async () => {
  const declined = { ...open, state: 'declined', answer: 'You have a scan on Friday.', settled_at: open.asked_at }
  const { screen } = await asPatient({ [mine]: ok({ closure: declined }) })
  await expect
    .element(
      screen.getByText(
        'Your clinic answered on Nov 21, 2026, and your account is still open. The answer: You have a scan on Friday.',
      ),
    )
    .toBeVisible()
})

test('a card that could not be loaded can be asked for again', async () => {
  let broken = true
  const { screen } = await asPatient({ [mine]: () => (broken ? refused(400) : ok({ closure: null })) })
  await expect.element(screen.getByText(/^We could not check whether you asked/)).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('button', { name: 'Ask to close my account' })).toBeVisible()
})

test('an admin reads at the record what its patient asks, and declines with a sentence', async () => {
  let closure: object | null = open
  let isFirst = true
  const sent = serve({
    [theirs]: () => ok({ closure }),
    [decline]: () => {
      if (isFirst) {
        isFirst = false
        return refused(409, 'The patient withdrew this request.')
      }
      closure = null
      return ok()
    },
  })
  const { screen } = await show(<ClosureNotice patientKey="P-1" />, { role: 'Admin' })
  await expect.element(screen.getByText('This patient wants to close the account')).toBeVisible()
  await expect.element(screen.getByText('Reason: I moved away.')).toBeVisible()
  await screen.getByRole('button', { name: 'Decline' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Decline the request to close the account' })
  const button = dialog.getByRole('button', { name: 'Decline' })
  await button.click()
  await expect.element(dialog.getByText('Please say why')).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
  await dialog.getByRole('textbox').fill('You have a scan on Friday.')
  await button.click()
  await expect.element(dialog.getByText('The patient withdrew this request.')).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('You have a scan on Friday.')
  await button.click()
  await expect.element(screen.getByText('This patient wants to close the account')).not.toBeInTheDocument()
  expect(sent.filter(({ call }) => call === decline).map(({ body }) => body)).toEqual(
    Array(2).fill({ answer: 'You have a scan on Friday.', request_id: open.request_id }),
  )
})

test('nobody but an admin is told, or asks', async () => {
  const sent = serve({ [theirs]: ok({ closure: open }), [mine]: ok({ closure: null }) })
  const both = (
    <>
      <ClosureNotice patientKey="P-1" />
      <CloseAccountCard />
    </>
  )
  const { screen } = await show(both, { role: 'Nurse' })
  await expect.element(screen.getByRole('button', { name: 'Ask to close my account' })).toBeVisible()
  await expect.element(screen.getByText('This patient wants to close the account')).not.toBeInTheDocument()
  expect(sent.map(({ call }) => call)).not.toContain(theirs)
})
