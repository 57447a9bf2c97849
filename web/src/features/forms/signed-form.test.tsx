import { formVersion, type SignedForm } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { legalText } from './legal.ts'
import { SignedFormPage } from './SignedFormPage.tsx'

const file_id = '01930000-0000-7000-8000-000000000001'
const form: SignedForm = {
  file_id,
  signer_name: 'Amara Abbott',
  mrn_number: 'MRN-7',
  signature: 'A. Abbott',
  signed_at: '2026-03-01T15:00:00Z',
  form_version: formVersion,
  study_UID: '1.2.3',
  study_date: '20260214',
  purposes: 'Personal Use; Other: my sister',
  expiration_date: '2027-03-01',
  sha256: 'ab'.repeat(32),
  factor: 'password',
  needs_countersign: false,
  countersigned: null,
}
const read = `GET /patient/signed_form/${file_id}/`
const sign = `POST /operator/countersign_form/${file_id}/`
const download = `GET /patient/download_decrypted_form/${file_id}/`
const locked = 'This file is being checked for viruses. Please try again in a moment.'

const print = async () => {
  const setMedia = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media })
  onTestFinished(async () => void (await setMedia('')))
  await setMedia('print')
}

const open = async (answers: ServedCalls) => {
  signOut()
  signIn('Nurse')
  serve(answers)
  const { screen } = await showRoutes([{ path: '/form/:file_id', Component: SignedFormPage }], {
    at: `/form/${file_id}`,
  })
  return screen
}

test('a signed form is shown as it was signed, with the text of that time', async () => {
  const screen = await open({ [read]: ok({ form }) })
  const paper = screen.getByRole('article')
  for (const text of [
    'Personal Use; Other: my sister',
    'MRN-7',
    'Feb 14, 2026',
    'Mar 1, 2027',
    'A. Abbott',
    legalText[0]!.title,
  ])
    await expect.element(paper.getByText(text, { exact: true })).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
})

test('on paper no heading stands alone at the foot of a page, and the record and the scan are named', async () => {
  const screen = await open({ [read]: ok({ form }) })
  const paper = screen.getByRole('article')
  await print()
  for (const text of ['MRN-7', 'Feb 14, 2026'])
    await expect.element(paper.getByText(text, { exact: true })).toBeVisible()
  const headings = paper.getByRole('heading').elements()
  expect(headings.length).toBeGreaterThan(legalText.length)
  for (const heading of headings) expect(getComputedStyle(heading).breakAfter, heading.textContent).toBe('avoid')
})

test('whoever may not see the scan is sent to the PDF for its date', async () => {
  const screen = await open({ [read]: ok({ form: { ...form, study_date: '' } }) })
  await expect.element(screen.getByRole('article').getByText('See the PDF', { exact: true })).toBeVisible()
})

test('a form of an earlier text does not show the text of today', async () => {
  const screen = await open({
    [read]: ok({ form: { ...form, form_version: 'older', study_UID: null, study_date: '' } }),
  })
  await expect
    .element(screen.getByText('This form was signed with an earlier version of the text. The PDF shows it.'))
    .toBeVisible()
  await expect.element(screen.getByText('No specific scan')).toBeVisible()
  await expect.element(screen.getByText(legalText[0]!.title)).not.toBeInTheDocument()
})

test('a form that does not exist says so, and offers no second try', async () => {
  const screen = await open({ [read]: refused(404) })
  await expect.element(screen.getByText('This form does not exist')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Download PDF' })).not.toBeInTheDocument()
})

test('a form that is locked says why, and offers no second try', async () => {
  const screen = await open({ [read]: refused(409, locked) })
  await expect.element(screen.getByText(locked)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

test('a form that could not be fetched is asked for again', async () => {
  let broken = true
  const screen = await open({ [read]: () => (broken ? refused(400) : ok({ form })) })
  await expect.element(screen.getByText('The form could not be loaded. Please try again.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('article')).toBeVisible()
})

test.each([
  [409, locked],
  [500, 'Error downloading file'],
])('a download that fails with %i is told over the form, until it is closed', async (status, sentence) => {
  const screen = await open({ [read]: ok({ form }), [download]: refused(status, locked) })
  await screen.getByRole('button', { name: 'Download PDF' }).click()
  const alert = screen.getByRole('alert')
  await expect.element(alert.getByText(sentence)).toBeVisible()
  await expect.element(screen.getByRole('article')).toBeVisible()
  await alert.getByRole('button').click()
  await expect.element(alert).not.toBeInTheDocument()
})

test('staff sign below a form that waits for it, and see who has', async () => {
  let second: SignedForm['countersigned'] = null
  const screen = await open({
    [read]: () => ok({ form: { ...form, needs_countersign: true, countersigned: second } }),
    [sign]: ({ body }) => {
      const signature = String(body?.['signature'])
      if (signature !== 'Nora Nurse')
        return refused(400, 'No', {
          fields: { signature: 'Please sign with your name as it appears in your profile.' },
        })
      second = { signer_name: 'Nora Nurse', signature, role: 'Nurse', signed_at: '2026-03-02T15:00:00Z' }
      return ok()
    },
  })
  const button = screen.getByRole('button', { name: 'Countersign' })
  await button.click()
  await expect.element(screen.getByText('Please sign by typing your full name')).toBeVisible()
  await screen.getByLabelText('Your signature').fill('Somebody')
  await button.click()
  await expect.element(screen.getByText('Please sign with your name as it appears in your profile.')).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
  await screen.getByLabelText('Your signature').fill('Nora Nurse')
  await button.click()
  await expect.element(screen.getByText('Nora Nurse, Nurse')).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})

test('a form that a colleague has signed meanwhile shows by whom, and no error', async () => {
  let second: SignedForm['countersigned'] = null
  const screen = await open({
    [read]: () => ok({ form: { ...form, needs_countersign: true, countersigned: second } }),
    [sign]: () => {
      second = { signer_name: 'Paul Physician', signature: 'P.', role: 'Physician', signed_at: '2026-03-02T15:00:00Z' }
      return refused(409, 'This form is already countersigned.', { code: 'countersigned' })
    },
  })
  await screen.getByLabelText('Your signature').fill('Nora Nurse')
  await screen.getByRole('button', { name: 'Countersign' }).click()
  await expect.element(screen.getByText('Paul Physician, Physician')).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
