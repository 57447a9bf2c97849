import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryClient } from '../../platform/http/query-client.ts'
import { axeHits } from '../../testing/axe.ts'
import { config, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { LateGuard } from '../../ui/dialog/VisitorGuard.tsx'
import { PatientsPage } from './PatientsPage.tsx'

const call = 'POST /patient/register/'
const account = {
  Email: 'ada@example.org',
  Password: 'Portal-pass-1!',
  'Confirm password': 'Portal-pass-1!',
}
const about = {
  'First name': 'Ada',
  'Last name': 'Abbott',
  'Address line 1': '12 Elm Street',
  City: 'Hartford',
  'Mobile number': '8605550123',
}

beforeAll(() => LateGuard.preload())
beforeEach(signOut)

const open = async (answers: ServedCalls = {}) => {
  const sent = serve(answers)
  const { screen, router, address } = await show(<PatientsPage />, { at: '/patient-register', strict: true })
  const field = (label: string) => screen.getByLabelText(label, { exact: true })
  const press = (name: string) => screen.getByRole('button', { name }).click()
  const heading = (name: string | RegExp) => screen.getByRole('heading', { level: 2, name })
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await field(label).fill(value)
  }
  const toTerms = async () => {
    await fill(account)
    await press('Next')
    await fill(about)
    await press('Next')
  }
  const complete = async () => {
    await toTerms()
    await screen.getByRole('checkbox').click()
    await press('Register')
  }
  const summary = () =>
    screen
      .getByRole('alert')
      .getByRole('listitem')
      .elements()
      .map((line) => line.textContent)
  return { screen, router, address, sent, field, fill, press, heading, toTerms, complete, summary }
}

describe('a registration that is not complete', () => {
  test('says what is wrong in the step, in the order of the page, sends nothing and stays there', async () => {
    const { sent, field, fill, press, heading, summary } = await open()
    await press('Next')
    await expect.element(field('Email')).toHaveFocus()
    expect(summary()).toEqual(['Email is required', 'Password does not meet the rules', 'Confirm password is required'])
    await expect.element(field('Confirm password')).toHaveAttribute('aria-invalid', 'true')
    await fill({ ...account, Email: 'ada' })
    await press('Next')
    expect(summary()).toEqual(['Invalid email format'])
    await fill(account)
    await press('Next')
    await expect.element(heading('Step 2 of 3 About you')).toHaveFocus()
    await press('Next')
    await expect.element(field('First name')).toHaveFocus()
    expect(summary()).toEqual([
      'First name is required',
      'Last name is required',
      'Address is required',
      'City is required',
      'Mobile number is required',
    ])
    await fill({ ...about, 'ZIP code (optional)': '0610' })
    await press('Next')
    expect(summary()).toEqual(['Invalid Zip code'])
    await fill({ 'ZIP code (optional)': '' })
    await press('Next')
    await expect.element(heading('Step 3 of 3 Terms')).toHaveFocus()
    expect(sent).toEqual([])
  })

  test('checks a field when it is left, and takes the sentence away as soon as the field is right', async () => {
    const { screen, field, fill, press } = await open()
    await fill(account)
    await press('Next')
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

  test('asks in its first step for a long password where that alone guards the account', async () => {
    queryClient.clear()
    onTestFinished(() => queryClient.clear())
    const { screen, field, fill, press, heading } = await open({
      'GET /common/api/config/': [200, { ...config, long_passwords: true }],
    })
    await expect.element(screen.getByText(/^At least 15 characters/).first()).toBeVisible()
    await fill(account)
    await press('Next')
    await expect.element(field('Password')).toHaveAccessibleDescription('Please use at least 15 characters.')
    await fill({ ...account, Password: 'Portal-pass-123!', 'Confirm password': 'Portal-pass-123!' })
    await press('Next')
    await expect.element(heading('Step 2 of 3 About you')).toBeVisible()
  })

  test('says at the password that the mailbox or the clinic is in it, and at a name that the password has it', async () => {
    queryClient.clear()
    onTestFinished(() => queryClient.clear())
    const { field, fill, press, heading } = await open()
    const sentence = /^Please choose a password without your name/
    for (const password of ['Ada.lovelace-77!', 'Lumen-neuro-77!']) {
      await fill({ Email: 'ada.lovelace@example.org', Password: password, 'Confirm password': password })
      await press('Next')
      await expect.element(field('Password')).toHaveAccessibleDescription(sentence)
    }
    await fill({ Email: 'ada@example.org', Password: 'Abbott-fish-77!', 'Confirm password': 'Abbott-fish-77!' })
    await press('Next')
    await fill(about)
    await userEvent.tab()
    const atName = 'Your password contains this name. Please go back and choose another password.'
    await expect.element(field('Last name')).toHaveAccessibleDescription(atName)
    await press('Next')
    await expect.element(field('Last name')).toHaveFocus()
    await press('Back')
    await expect.element(field('Password')).toHaveFocus()
    await expect.element(field('Password')).toHaveAccessibleDescription(sentence)
    await fill({ Password: 'Lantern-fish-77!', 'Confirm password': 'Lantern-fish-77!' })
    await press('Next')
    await expect.element(field('Last name')).toHaveAccessibleDescription('')
    await press('Next')
    await expect.element(heading('Step 3 of 3 Terms')).toBeVisible()
  })

  test('without the terms it alerts the sentence of the specification', async () => {
    const { screen, sent, toTerms, press } = await open()
    await toTerms()
    await press('Register')
    await expect
      .element(screen.getByRole('alert').filter({ hasText: 'Please accept the terms and conditions!' }).first())
      .toBeVisible()
    expect(sent).toEqual([])
  })
})

describe('the steps', () => {
  test('Back, and the Back of the browser, go a step back; what was typed stays, and so does the address', async () => {
    const { router, address, field, toTerms, press, heading } = await open()
    await toTerms()
    await press('Back')
    await expect.element(heading('Step 2 of 3 About you')).toHaveFocus()
    await expect.element(field('City')).toHaveValue('Hartford')
    await field('City').fill('New Haven')
    await router.navigate(-1)
    await expect.element(heading('Step 1 of 3 Your account')).toHaveFocus()
    await expect.element(field('Password')).toHaveValue('Portal-pass-1!')
    await press('Next')
    await expect.element(heading('Step 2 of 3 About you')).toHaveFocus()
    await expect.element(field('City')).toHaveValue('New Haven')
    expect(address()).toBe('/patient-register')
    expect(await axeHits()).toEqual([])
  })

  test('only the fields of the step are read and reached', async () => {
    const { screen, field, fill, press } = await open()
    await expect.element(field('City')).not.toBeVisible()
    expect(screen.getByRole('textbox', { name: 'City' }).elements()).toEqual([])
    await fill(account)
    await press('Next')
    await expect.element(field('City')).toBeVisible()
    await expect.element(field('Email')).not.toBeVisible()
  })

  test('one that the answer finds wrong is shown and named', async () => {
    const easy = 'This password is too easy to guess. Please choose another one.'
    const { screen, field, heading, complete } = await open({
      [call]: refused(400, 'Invalid', { code: 'invalid', fields: { password: easy } }),
    })
    await complete()
    await expect.element(heading('Step 1 of 3 Your account')).toBeVisible()
    await expect.element(screen.getByText('Registration error. Please check your details.')).toBeVisible()
    await expect.element(screen.getByText(easy)).toBeVisible()
    await expect.element(field('Password')).toHaveFocus()
    await expect
      .element(screen.getByRole('listitem').filter({ hasText: 'Your account (needs a correction)' }))
      .toBeVisible()
    await field('Password').fill('Another-fish-8!')
    await expect.element(screen.getByText('(needs a correction)')).not.toBeInTheDocument()
  })

  test('one that became wrong after it was passed is shown again', async () => {
    const { screen, router, sent, field, heading, toTerms, press } = await open()
    await toTerms()
    await press('Back')
    await field('City').fill('')
    await router.navigate(1)
    await expect.element(heading('Step 3 of 3 Terms')).toBeVisible()
    await screen.getByRole('checkbox').click()
    await press('Register')
    await expect.element(field('City')).toHaveFocus()
    await expect.element(screen.getByText('City is required').first()).toBeVisible()
    expect(sent).toEqual([])
  })
})

describe('leaving a registration', () => {
  const asksBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const begun = async () => {
    const shown = await open()
    await shown.fill(account)
    await shown.press('Next')
    await shown.fill({ City: 'Hartford' })
    return { ...shown, question: shown.screen.getByRole('alertdialog', { name: 'Discard what you entered?' }) }
  }

  test('in which something was typed asks first, as does closing the tab; what was typed stays', async () => {
    const { screen, router, address, field, press, question } = await begun()
    expect(asksBrowser()).toBe(true)
    await router.navigate('/termsandcondition')
    await expect.element(question).toBeVisible()
    await press('Keep editing')
    await expect.element(question).not.toBeInTheDocument()
    expect(address()).toBe('/patient-register')
    await expect.element(field('City')).toHaveValue('Hartford')
    await expect.element(field('Email')).toHaveValue('ada@example.org')
    await router.navigate('/termsandcondition')
    await press('Discard')
    await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
    expect(asksBrowser()).toBe(false)
  })

  test('asks also while the sign-in is in its place', async () => {
    const { screen, router, field, press, question } = await begun()
    await screen.getByText('Sign in', { exact: true }).first().click()
    expect(asksBrowser()).toBe(true)
    await router.navigate('/aboutus')
    await expect.element(question).toBeVisible()
    await press('Keep editing')
    await screen.getByText('Register', { exact: true }).first().click()
    await expect.element(field('City')).toHaveValue('Hartford')
  })

  test('in which nothing is typed, or that was sent, asks nothing', async () => {
    const { screen, router, complete, fill } = await open({ [call]: [201, { message: 'Registration successful!' }] })
    await fill({ Email: 'ada@example.org' })
    await fill({ Email: '' })
    expect(asksBrowser()).toBe(false)
    await complete()
    await expect.element(screen.getByText('Registration successful!')).toBeVisible()
    expect(asksBrowser()).toBe(false)
    await router.navigate('/aboutus')
    await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
  })
})

describe('a complete registration', () => {
  test('sends the fields of the call and nothing else, then leads to the mailbox', async () => {
    const { screen, sent, fill, toTerms, press } = await open({
      [call]: [201, { message: 'Registration successful!' }],
    })
    await toTerms()
    await press('Back')
    await screen.getByRole('combobox', { name: 'State (optional)' }).click()
    await screen.getByRole('option', { name: /Connecticut|CT/ }).click()
    await fill({ 'ZIP code (optional)': '06103' })
    await press('Next')
    await screen.getByRole('checkbox').click()
    await press('Register')
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

  test('needs neither state nor zip code', async () => {
    const { screen, sent, complete } = await open({ [call]: [201, { message: 'Registration successful!' }] })
    await complete()
    await expect.element(screen.getByText('Registration successful!')).toBeVisible()
    expect(sent[0]?.body).toMatchObject({ state: '', zip_code: '' })
  })

  test.each<[string, Served, string]>([
    ['a refusal', refused(400, 'Invalid'), 'Registration error. Please check your details.'],
    ['another failure', refused(500, 'Broken'), 'Something went wrong in registration. Please try again.'],
    ['no network', 'no network', 'Something went wrong in registration. Please try again.'],
    ['a success that is not 201', [200, { message: 'ok' }], 'Failed to register.'],
  ])('after %s it says the sentence and keeps what was typed', async (_, answer, sentence) => {
    const { screen, field, complete } = await open({ [call]: answer })
    await complete()
    await expect.element(screen.getByText(sentence)).toBeVisible()
    for (const [label, value] of Object.entries({ ...account, ...about }))
      await expect.element(field(label)).toHaveValue(value)
    await expect.element(screen.getByRole('checkbox')).toBeChecked()
  })

  test('is not lost by a look at the sign-in', async () => {
    const { screen, field, heading, toTerms } = await open()
    await toTerms()
    await screen.getByText('Sign in', { exact: true }).first().click()
    await screen.getByText('Register', { exact: true }).first().click()
    await expect.element(heading('Step 3 of 3 Terms')).toBeVisible()
    await expect.element(field('Address line 1')).toHaveValue('12 Elm Street')
  })
})
