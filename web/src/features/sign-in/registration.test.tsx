import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Answer, type Answers, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { PatientsPage } from './PatientsPage.tsx'

const call = 'POST /patient/register/'
const typed = {
  Email: 'ada@example.org',
  Password: 'Portal-pass-1!',
  'Confirm password': 'Portal-pass-1!',
  'First name': 'Ada',
  'Last name': 'Abbott',
  'Address line 1': '12 Elm Street',
  City: 'Hartford',
  'Zip code': '06103',
  'Mobile number': '8605550123',
}

const open = async (answers: Answers = {}) => {
  const sent = serve(answers)
  const { screen } = await show(<PatientsPage />, { at: '/patient-register', strict: true })
  const field = (label: string) => screen.getByLabelText(label, { exact: true })
  const submit = () => screen.getByRole('button', { name: 'Register' }).click()
  const fill = async () => {
    for (const [label, value] of Object.entries(typed)) await field(label).fill(value)
    await screen.getByRole('combobox', { name: 'State' }).click()
    await screen.getByRole('option', { name: /Connecticut|CT/ }).click()
    await screen.getByRole('checkbox').click()
  }
  return { screen, sent, field, fill, submit }
}

describe('a registration that is not complete', () => {
  test('says every sentence of the rules at once, sends nothing and puts the focus on the first field', async () => {
    const { screen, sent, field, submit } = await open()
    await submit()
    for (const sentence of [
      'Invalid email format',
      'Password does not meet the rules',
      'First name is required',
      'Last name is required',
      'Address is required',
      'City is required',
      'State is required',
      'Zip code is required',
      'Mobile number must be 10 digits',
      'Please accept the terms and conditions!',
    ])
      await expect.element(screen.getByText(sentence).first()).toBeVisible()
    await expect.element(field('Email')).toHaveFocus()
    expect(sent).toEqual([])
  })

  test('checks a field when it is left, and takes the sentence away as soon as the field is right', async () => {
    const { screen, field } = await open()
    await field('Mobile number').fill('860555')
    await userEvent.tab()
    const sentence = screen.getByText('Mobile number must be 10 digits')
    await expect.element(sentence.first()).toBeVisible()
    await field('Mobile number').fill('8605550123')
    await expect.element(sentence).not.toBeInTheDocument()
  })

  test('tells live which password rules are met and whether the passwords match', async () => {
    const { screen, field } = await open()
    await field('Password').fill('portal')
    await field('Confirm password').fill('porta')
    await expect.element(screen.getByText('Passwords do not match').first()).toBeVisible()
    await field('Confirm password').fill('portal')
    await expect.element(screen.getByText('Passwords match', { exact: true })).toBeVisible()
  })

  test('without the terms it alerts the sentence of the specification', async () => {
    const { screen, sent, fill, submit } = await open()
    await fill()
    await screen.getByRole('checkbox').click()
    await submit()
    await expect
      .element(screen.getByRole('alert').filter({ hasText: 'Please accept the terms and conditions!' }).first())
      .toBeVisible()
    expect(sent).toEqual([])
  })
})

describe('a complete registration', () => {
  test('sends the fields of the call and nothing else, then leads to the mailbox', async () => {
    const { screen, sent, fill, submit } = await open({ [call]: [201, { message: 'Registration successful!' }] })
    await fill()
    await submit()
    await expect.element(screen.getByText('Registration successful!')).toBeVisible()
    await expect.element(screen.getByText('ada@example.org')).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Now open your email' })).toHaveFocus()
    expect(sent.map(({ call, body }) => ({ call, body }))).toEqual([
      {
        call,
        body: {
          email: 'ada@example.org',
          password: 'Portal-pass-1!',
          first_name: 'Ada',
          last_name: 'Abbott',
          address_1: '12 Elm Street',
          address_2: '',
          city: 'Hartford',
          state: 'CT',
          zip_code: '06103',
          mobile_number: '8605550123',
        },
      },
    ])
  })

  test.each<[string, Answer, string]>([
    ['a refusal', refused(400, 'Invalid'), 'Registration error. Please check your details.'],
    ['another failure', refused(500, 'Broken'), 'Something went wrong in registration. Please try again.'],
    ['no network', 'no network', 'Something went wrong in registration. Please try again.'],
    ['a success that is not 201', [200, { message: 'ok' }], 'Failed to register.'],
  ])('after %s it says the sentence and keeps what was typed', async (_, answer, sentence) => {
    const { screen, field, fill, submit } = await open({ [call]: answer })
    await fill()
    await submit()
    await expect.element(screen.getByText(sentence)).toBeVisible()
    for (const [label, value] of Object.entries(typed)) await expect.element(field(label)).toHaveValue(value)
  })

  test('shows a refused field at the field', async () => {
    const easy = 'This password is too easy to guess. Please choose another one.'
    const { screen, field, fill, submit } = await open({
      [call]: refused(400, 'Invalid', { code: 'invalid', fields: { password: easy } }),
    })
    await fill()
    await submit()
    await expect.element(screen.getByText(easy).first()).toBeVisible()
    await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true')
  })

  test('is not lost by a look at the sign-in', async () => {
    const { screen, field, fill } = await open()
    await fill()
    await screen.getByText('Sign in', { exact: true }).first().click()
    await screen.getByText('Register', { exact: true }).first().click()
    await expect.element(field('Address line 1')).toHaveValue('12 Elm Street')
  })
})
