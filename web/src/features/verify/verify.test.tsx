import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { VerifyPage } from './VerifyPage.tsx'

const call = 'POST /common/api/verify_file/'
/** The SHA-256 of `a form`. */
const hash = 'e9979206fc15cd663622a6f1efe711bebffbdd4cc8ce7329a1e031742f48648a'
beforeEach(signOut)

const open = async (answers: ServedCalls) => {
  const sent = serve(answers)
  const { screen } = await show(<VerifyPage />)
  const choose = (text = 'a form', name = 'AuthorizationForm.pdf') =>
    userEvent.upload(screen.getByLabelText('Choose a file'), new File([text], name, { type: 'application/pdf' }))
  return { screen, sent, choose }
}

test.each([390, 1280])(
  'a file that was signed here is known by its hash, which is all that is sent, at %i px',
  async (width) => {
    await page.viewport(width, 800)
    onTestFinished(() => page.viewport(1280, 800))
    const { screen, sent, choose } = await open({ [call]: ok({ state: 'known', signed_on: '2026-11-21' }) })
    expect(await axeHits()).toEqual([])
    await choose()
    await expect
      .element(screen.getByRole('status'))
      .toHaveTextContent(
        'This form was signed in this portal on Nov 21, 2026 and has not changed since. The pages are as the signer sent them. The clinic did not write them.',
      )
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    expect(sent.filter((one) => one.call === call).map(({ body }) => body)).toEqual([{ sha256: hash }])
    expect(await axeHits()).toEqual([])
  },
)

test.each([
  [{ state: 'replaced', signed_on: '2026-11-21' }, 'A newer copy has one more signature.'],
  [{ state: 'unknown', signed_on: null }, 'We don’t recognize this file.'],
])('an answer %j is told', async (answer, sentence) => {
  const { screen, choose } = await open({ [call]: ok(answer) })
  await choose()
  await expect.element(screen.getByText(sentence, { exact: false })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('a file is asked about again after a failure', async () => {
  let isDown = true
  const { screen, choose } = await open({
    [call]: () => (isDown ? 'no network' : ok({ state: 'known', signed_on: '2026-11-21' })),
  })
  await choose()
  await expect
    .element(screen.getByRole('alert').getByText('The file could not be checked. Please try again.'))
    .toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('status').getByText(/has not changed since/)).toBeVisible()
})

test('who asks too often is told to wait', async () => {
  const sentence = 'Too many requests. Please wait a moment and try again.'
  const { screen, choose } = await open({ [call]: refused(429, sentence) })
  await choose()
  await expect.element(screen.getByRole('alert').getByText(sentence)).toBeVisible()
})
