import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

const demoPassword = 'Demo-portal-1!'

const signIn = async (page: Page, entrance: string, label: string, button: string, name: string, password: string) => {
  await page.goto(entrance)
  await page.getByLabel(label, { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: button, exact: true }).click()
}

export const signInPatient = async (page: Page, email: string, password = demoPassword) => {
  await signIn(page, '/patients', 'E-mail', 'Sign in', email, password)
  await expect(page).toHaveURL(/\/profile$/)
}

export const signInOperator = async (page: Page, email: string, password = demoPassword) => {
  await signIn(page, '/physicians', 'E-mail', 'Sign in', email, password)
  await expect(page).toHaveURL(/\/operatorPatientlist/)
}

export const signInAdmin = async (page: Page, name: string) => {
  await signIn(page, '/adminPage', 'Username or e-mail', 'Login', name, demoPassword)
  await expect(page).toHaveURL(/\/admin\/?$/)
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
/** A patient whom no other test meets, with a password to sign in by. */
export const newPatient = async (request: APIRequestContext, first_name = 'Nadia') => {
  const email = `${anyLetters()}@patients.example`
  const password = 'Lantern-fish-7!'
  const last_name = anyLetters()
  const answer = await request.post('/patient/register/', {
    data: {
      email,
      password,
      first_name,
      last_name,
      address_1: '7 Quiet Lane',
      address_2: '',
      city: 'Boston',
      state: 'MA',
      zip_code: '02110',
      mobile_number: '6175550188',
    },
  })
  expect(answer.status()).toBe(201)
  return { email, password, name: `${first_name} ${last_name}` }
}

type Message = { subject: string; text: string; links: string[]; attachments: { filename: string }[] }
/** The newest mail to an address, once it has arrived. */
export const mailTo = async (page: Page, email: string, subject: RegExp): Promise<Message> => {
  const read = async () => {
    const answer = await page.request.get(`/demo/mail/messages?to=${encodeURIComponent(email)}`)
    const messages = (await answer.json()) as Message[]
    return messages.find((message) => subject.test(message.subject))
  }
  await expect.poll(read, { timeout: 15_000 }).toBeTruthy()
  return (await read()) as Message
}
