import type { Appointment } from '@fornix/contract'
import { expect } from '@playwright/test'
import { expectPage, type Walk } from './walk.ts'
import { expectBanner } from './weather.ts'

const at = { timeZone: 'America/New_York' } as const
/** As the calendar says it to a patient. */
const spoken = ({ start }: Appointment) => {
  const moment = new Date(start)
  const day = moment.toLocaleDateString('en-US', { ...at, weekday: 'long', month: 'long', day: 'numeric' })
  const time = moment.toLocaleTimeString('en-US', { ...at, hour: 'numeric', minute: '2-digit' })
  return `${day} at ${time}`
}
const sorted = (texts: Iterable<string>) => [...texts].toSorted()

/** All that the page has confirmed is stored, once, and nothing else. */
export const expectStored = async ({ model, stored }: Walk) => {
  const { threads, visits, canceled, documents, claims, weights, emailsOff, city } = model
  const storedThreads = await stored.threads()
  expect(storedThreads.length).toBe(threads.size)
  for (const { subject, messages } of storedThreads) expect(messages, subject).toEqual(threads.get(subject))
  expect(sorted(await stored.documents())).toEqual(sorted(documents))
  const all = await stored.visits()
  expect(sorted(all.filter(({ status }) => status === 'booked').map(spoken))).toEqual(sorted(visits))
  expect(all.length).toBe(visits.length + canceled)
  const storedClaims = await stored.claims()
  expect(storedClaims.length).toBe(claims.size)
  for (const { description, amount, file_name, history } of storedClaims) {
    const answers = history.filter(({ is_answer }) => is_answer).map(({ comment }) => comment)
    expect({ amount: Number(amount).toFixed(2), receipt: file_name, answers }, description).toEqual(
      claims.get(description),
    )
  }
  expect(sorted((await stored.screenings()).map(({ answers }) => answers['weight'] ?? ''))).toEqual(sorted(weights))
  expect(sorted(await stored.emailsOff())).toEqual(sorted(emailsOff))
  expect((await stored.profile()).city).toBe(city)
}

/** What was typed and left is kept, and nothing that was sent or discarded. */
export const expectDrafts = async ({ model, stored }: Walk) => {
  const forms = new Map(['message-new', 'reimbursement', 'mrSafety'].map((form) => [form, form]))
  for (const { subject, thread } of await stored.threads()) forms.set(subject, `message-${thread}`)
  const drafts = await Promise.all([...forms].map(async ([name, form]) => [name, await stored.draft(form)] as const))
  for (const [name, draft] of drafts) {
    expect(draft !== null, `draft of ${name}`).toBe(model.drafts.has(name))
    const text = model.drafts.get(name)?.['text'] ?? ''
    if (name !== 'mrSafety') expect(JSON.stringify(draft)).toContain(text)
  }
}

/** The link is whole, and the page says nothing else. */
export const expectWhole = async (walk: Walk) => {
  await expectPage(walk)
  await expectBanner(walk.page, null)
}
