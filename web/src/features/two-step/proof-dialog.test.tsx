import { deletePatient, exportPatients } from '@fornix/contract'
import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { download, send } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { pressKey } from '../../testing/press-key.ts'
import { ok, refused, type Sent, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { KeepFocus } from '../../ui/shell/KeepFocus.tsx'
import { PasswordCard } from '../accounts/PasswordCard.tsx'
import { ProofDialog } from './ProofDialog.tsx'

beforeEach(signOut)

const proof_id = '01930000-0000-7000-8000-0000000000d1'
const nothing = { proof_id, passkey: null, totp: false, recovery: 0, mail: false, password: false, recent: false }
const remove = 'DELETE /operator/delete_patient/P-1/'
const start = 'POST /common/api/proof/start/'
const finish = 'POST /common/api/proof/'
const need = refused(403, 'Please confirm that it’s you.', { code: 'proof_required' })
const withProof = ({ headers }: Sent) => (headers.get('x-proof') === 'secret' ? ok() : need)

/** A form in a dialog, as the pages have them. */
const Form = () => {
  const [isOpen, setOpen] = useState(true)
  const form = useForm({ initialValues: { reason: '' } })
  const { submit, problem } = useSubmit(form, (body) => send(deletePatient, { params: { email: 'P-1' }, body }), {
    onDone: () => form.setFieldValue('reason', 'It is done'),
    sentence: () => 'It failed',
  })
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title="Delete?">
      <form onSubmit={submit}>
        <Stack>
          {problem && <ErrorAlert>{problem}</ErrorAlert>}
          <TextInput label="Reason" {...form.getInputProps('reason')} />
          <Button type="submit" loading={form.submitting}>
            Delete
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
/** A page whose dialog takes its time. */
const Late = () => {
  const [isLoaded, setLoaded] = useState(false)
  return isLoaded ? <ProofDialog /> : <Button onClick={() => setLoaded(true)}>Loaded now</Button>
}
const open = async (answers: ServedCalls, role: 'Nurse' | 'Patient' = 'Nurse') => {
  const sent = serve({ [remove]: withProof, ...answers })
  const { screen } = await show(
    <>
      <KeepFocus />
      <ProofDialog />
      <Form />
    </>,
    { role },
  )
  await screen.getByLabelText('Reason').fill('Moved away')
  await pressKey(screen.getByRole('button', { name: 'Delete' }))
  return { screen, sent, dialog: screen.getByRole('dialog', { name: 'Confirm it’s you' }) }
}
const calls = (sent: Sent[], name: string) => sent.filter(({ call }) => call === name)

test('a code of the app confirms; a wrong one stands at its field, and nothing typed is lost', async () => {
  let isRight = false
  const { screen, sent, dialog } = await open({
    [start]: ok({ ...nothing, totp: true, recovery: 3 }),
    [finish]: () =>
      isRight ? ok({ proof: 'secret' }) : refused(400, 'No', { fields: { code: 'This code is not right.' } }),
  })
  const code = dialog.getByRole('textbox', { name: 'Code from your authenticator app' })
  await expect.element(code).toHaveFocus()
  expect(await axeHits()).toEqual([])
  await code.fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('This code is not right.')).toBeVisible()
  await expect.element(code).toHaveFocus()
  isRight = true
  await code.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('It is done')
  expect(calls(sent, start)[0]?.body).toEqual({
    call: 'DELETE /operator/delete_patient/:email/',
    params: { email: 'P-1' },
    body: { reason: 'Moved away' },
  })
  expect(calls(sent, remove).map(({ headers }) => headers.get('x-proof'))).toEqual([null, 'secret'])
  await expect.element(screen.getByRole('button', { name: 'Delete' })).toHaveFocus()
})

test('a code that is typed after the question has run out confirms all the same', async () => {
  const later = '01930000-0000-7000-8000-0000000000d2'
  let asked = 0
  const { screen, sent, dialog } = await open({
    [start]: () => ok({ ...nothing, totp: true, proof_id: asked++ === 0 ? proof_id : later }),
    [finish]: ({ body }) =>
      body?.['proof_id'] === later
        ? ok({ proof: 'secret' })
        : refused(400, 'This took too long, or was already used. Please try again.', { code: 'challenge' }),
  })
  await dialog.getByRole('textbox', { name: 'Code from your authenticator app' }).fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('It is done')
  expect(calls(sent, start)).toHaveLength(2)
})

test.each(['Cancel', 'Escape'])('%s gives the form back with all that was typed, without a complaint', async (by) => {
  const { screen, sent, dialog } = await open({ [start]: ok({ ...nothing, password: true }) })
  await expect.poll(() => document.activeElement?.matches('dialog input[type=password]')).toBe(true)
  if (by === 'Cancel') await dialog.getByRole('button', { name: 'Cancel' }).click()
  else await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('Moved away')
  await expect.element(screen.getByText('It failed')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Delete' })).toHaveFocus()
  expect(calls(sent, remove)).toHaveLength(1)
})

test('the passkey comes first, and the whole fits on a phone', async () => {
  const { dialog } = await open({ [start]: ok({ ...nothing, passkey: { challenge: 'eA' }, totp: true }) })
  await expect.element(dialog.getByRole('button', { name: 'Use a passkey' })).toHaveFocus()
  await page.viewport(390, 800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeHits()).toEqual([])
  await page.viewport(1280, 800)
})

test('where the password and a code by email both count, either confirms, the password first', async () => {
  const proofs: unknown[] = []
  const challenge_id = '01930000-0000-7000-8000-0000000000d3'
  const { screen, dialog } = await open({
    [start]: ok({ ...nothing, mail: true, password: true }),
    'POST /common/api/two_step/prove/start/': ok({ challenge_id, options: {} }),
    [finish]: ({ body }) => {
      proofs.push(body?.['proof'])
      if (proofs.length > 1) return ok({ proof: 'secret' })
      return refused(400, 'No', { fields: { password: 'This is not your password.' } })
    },
  })
  const password = dialog.getByRole('form', { name: 'Your password' }).getByLabelText('Your password')
  await expect.element(password).toHaveFocus()
  await password.fill('Quiet-river-7!stone')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await dialog.getByRole('textbox', { name: 'Code from the email' }).fill('123456')
  expect(await axeHits()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('It is done')
  expect(proofs).toEqual([
    { method: 'password', password: 'Quiet-river-7!stone' },
    { method: 'mail', challenge_id, code: '123456' },
  ])
})

test('whoever has just signed in elsewhere is not asked', async () => {
  const { screen, sent, dialog } = await open({
    [start]: ok({ ...nothing, recent: true }),
    [finish]: ok({ proof: 'secret' }),
  })
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('It is done')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls(sent, finish)[0]?.body).toEqual({ proof_id, proof: { method: 'recent' } })
})

test('whoever has nothing to show is told to sign in again', async () => {
  const { dialog } = await open({ [start]: ok(nothing) })
  await expect.element(dialog.getByText(/sign out and sign in again/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Sign out now' })).toHaveFocus()
})

test('a question that cannot be asked says so, and a proof that is refused is not asked for again and again', async () => {
  const { screen, dialog } = await open({ [start]: 'no network' })
  await expect.element(dialog.getByText('This did not work. Please try again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const sent = serve({
    [remove]: need,
    [start]: ok({ ...nothing, recent: true }),
    [finish]: ok({ proof: 'late' }),
  })
  await screen.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('It failed')).toBeVisible()
  expect(calls(sent, start)).toHaveLength(1)
})

describe('without a form', () => {
  const withDialog = async (answers: ServedCalls) => {
    const sent = serve({ [start]: ok({ ...nothing, recent: true }), [finish]: ok({ proof: 'secret' }), ...answers })
    await show(<ProofDialog />, { role: 'Nurse' })
    return sent
  }

  test('a download is asked for again with the proof', async () => {
    const file = 'GET /operator/export_patients/'
    const sent = await withDialog({ [file]: (asked) => (withProof(asked) === need ? need : new Response('a,b')) })
    await download(exportPatients, { query: { reason: 'For the audit', columns: 'first_name' } }, 'patients.csv')
    expect(calls(sent, file)).toHaveLength(2)
    expect(calls(sent, start)[0]?.body).toMatchObject({ query: { reason: 'For the audit', columns: 'first_name' } })
  })

  test('a page that is used before its dialog is there asks once that has come', async () => {
    serve({ [remove]: withProof, [start]: ok({ ...nothing, totp: true }), [finish]: ok({ proof: 'secret' }) })
    const { screen } = await show(<Late />, { role: 'Nurse' })
    const removed = send(deletePatient, { params: { email: 'P-1' }, body: { reason: 'Moved away' } })
    await screen.getByRole('button', { name: 'Loaded now' }).click()
    await screen.getByRole('textbox', { name: 'Code from your authenticator app' }).fill('123456')
    await userEvent.keyboard('{Enter}')
    await removed
  })

  test('what no page can ask for is refused as the server says', async () => {
    serve({ [remove]: need })
    await show(<p>A page without a dialog</p>, { role: 'Nurse' })
    await expect(send(deletePatient, { params: { email: 'P-1' }, body: { reason: '' } })).rejects.toThrow(
      'Please confirm that it’s you.',
    )
  })
})

test.each([{ mail: false }, { mail: true }])(
  'the form that takes the password itself is not asked for it twice: %j',
  async (also) => {
    const change = 'POST /common/api/change_password/'
    let isRight = false
    const sent = serve({
      [change]: withProof,
      [start]: ok({ ...nothing, ...also, password: true }),
      [finish]: () =>
        isRight ? ok({ proof: 'secret' }) : refused(400, 'No', { fields: { password: 'This is not your password.' } }),
    })
    const { screen } = await show(
      <>
        <ProofDialog />
        <PasswordCard email="amara@example.org" hasPassword />
      </>,
      { role: 'Patient' },
    )
    await screen.getByLabelText('Current password', { exact: true }).fill('Old-password-1!')
    await screen.getByLabelText('New password', { exact: true }).fill('Quiet-river-7!stone')
    await screen.getByLabelText('Confirm password', { exact: true }).fill('Quiet-river-7!stone')
    await screen.getByRole('button', { name: 'Save new password' }).click()
    await expect.element(screen.getByText('This is not your password.')).toBeVisible()
    await expect.element(screen.getByLabelText('Current password', { exact: true })).toHaveFocus()
    isRight = true
    await screen.getByRole('button', { name: 'Save new password' }).click()
    await expect
      .poll(() => calls(sent, change).map(({ headers }) => headers.get('x-proof')))
      .toEqual([null, null, 'secret'])
  },
)
