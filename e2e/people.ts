import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { noteTyped } from './leaks.ts'
import { watchCalls } from './loaded.ts'

export const demoPassword = 'Demo-portal-1!'

type Audience = 'patient' | 'operator' | 'admin'

/** An address, or how to find it out by calls with the token of whoever has just signed in. */
type At = string | ((token: string) => Promise<string>)

/**
 * Signs in by the call that the form makes, and opens the home page, or `at`, as a new window does. The forms have tests of their own;
 * loading an entrance each time, or a home page on the way, would cost the journeys minutes.
 */
const signIn = async (page: Page, audience: Audience, credentials: Record<string, string>, at: At) => {
  const answer = await page.request.post(`/${audience}/login/`, { data: credentials })
  expect(answer.status(), await answer.text()).toBe(200)
  watchCalls(page)
  await page.goto('/healthz')
  await page.evaluate((whose) => localStorage.setItem('fornix-signed-in', whose), audience)
  const { access_token } = (await answer.json()) as { access_token: string }
  await page.goto(typeof at === 'string' ? at : await at(access_token))
  // Not by `expect`, which looks at growing intervals: a wait sees it at once, two hundred times.
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export const signInPatient = (page: Page, email: string, password = demoPassword, at: At = '/profile') =>
  signIn(page, 'patient', { email, password }, at)

export const signInOperator = (page: Page, email: string, at: At = '/operatorPatientlist', password = demoPassword) =>
  signIn(page, 'operator', { email, password }, at)

export const signInAdmin = (page: Page, username: string, at = '/admin') =>
  signIn(page, 'admin', { username, password: demoPassword }, at)

const forms = {
  patient: { entrance: '/patients', label: 'Email', button: 'Sign in', home: /\/profile$/ },
  operator: { entrance: '/physicians', label: 'Email', button: 'Sign in', home: /\/operatorPatientlist/ },
  admin: { entrance: '/adminPage', label: 'Username or email', button: 'Login', home: /\/admin\/?$/ },
}
export const signInByForm = async (page: Page, audience: Audience, name: string, password = demoPassword) => {
  const { entrance, label, button, home } = forms[audience]
  await page.goto(entrance)
  await page.getByLabel(label, { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page).toHaveURL(home)
}

/** Through the demo's OpenID provider, by the code path that Google and any other issuer take. */
export const signInByProvider = async (page: Page, entrance: string, email: string) => {
  await page.goto(entrance)
  await page.getByRole('button', { name: 'Sign in with a demo account' }).click()
  await page
    .getByRole('button', { name: new RegExp(email.replace(/[.@]/g, '\\$&')) })
    .first()
    .click()
}

export const signOut = async (page: Page) => {
  await page
    .getByRole('button', { name: /account|menu of/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /log ?out/i }).click()
}

export const anyLetters = () => Array.from({ length: 8 }, () => 'abcdefghijklmnopqrstuvwxyz'[randomInt(26)]).join('')
/** With a digit: a search for words of letters alone that finds nobody shows who sounds alike, and any letters may sound like somebody. */
export const anyEmail = () => `${anyLetters()}7@patients.example`
/** What somebody types at a registration whom no other test meets. */
export const newPerson = (first_name = 'Nadia') => {
  const last_name = anyLetters()
  noteTyped(last_name)
  return {
    email: anyEmail(),
    password: 'Lantern-fish-7!',
    first_name,
    last_name,
    address_1: '7 Quiet Lane',
    address_2: '',
    city: 'Boston',
    state: 'MA',
    zip_code: '02110',
    mobile_number: '6175550188',
  }
}

/** The path of the link that confirms a registration. */
export const confirmationLink = async (request: APIRequestContext, email: string) => {
  const { links } = await mailIn(request, email, /confirm your email|^Confirme su correo/)
  return new URL(links.find((link) => link.includes('/patient/verify-email/')) ?? '').pathname
}

/** A patient whom no other test meets, with a password to sign in by. */
export const newPatient = async (request: APIRequestContext, first_name?: string) => {
  const person = newPerson(first_name)
  expect((await request.post('/patient/register/', { data: person })).status()).toBe(201)
  const { email, password, last_name } = person
  const link = (await confirmationLink(request, email)).replace('verify-email', 'verify_email')
  expect((await request.post(`${link}/`, { data: { password } })).status()).toBe(200)
  return { email, password, name: `${person.first_name} ${last_name}` }
}

type Message = { subject: string; text: string; links: string[]; attachments: { filename: string }[] }
/** The newest mail to an address, once it has arrived. */
export const mailIn = async (request: APIRequestContext, email: string, subject: RegExp): Promise<Message> => {
  const read = async () => {
    const answer = await request.get(`/demo/mail/messages?to=${encodeURIComponent(email)}`)
    const messages = (await answer.json()) as Message[]
    return messages.find((message) => subject.test(message.subject))
  }
  await expect.poll(read, { intervals: [100] }).toBeTruthy()
  return (await read()) as Message
}
export const mailTo = (page: Page, email: string, subject: RegExp) => mailIn(page.request, email, subject)
