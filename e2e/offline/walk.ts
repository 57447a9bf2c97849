import { expect, type Page } from '@playwright/test'
import { follow } from '../follow.ts'
import type { Link } from './link.ts'
import type { Stored } from './stored.ts'
import { type Sending, sendThrough, type Weather } from './weather.ts'

/** What the page has confirmed, and what was typed and left. */
export const newModel = () => ({
  /** The messages of each conversation by its subject: the text, then the names of the files. */
  threads: new Map<string, string[][]>(),
  /** As a person says them: day and time. */
  visits: [] as string[],
  canceled: 0,
  documents: [] as string[],
  claims: new Map<string, { amount: string; receipt: string; answers: string[] }>(),
  city: 'Boston',
  /** The weight of each questionnaire that was sent. */
  weights: [] as string[],
  emailsOff: new Set<string>(),
  /** By where it was typed. */
  drafts: new Map<string, Record<string, string>>(),
})
export type Model = ReturnType<typeof newModel>

export type Walk = {
  page: Page
  link: Link
  model: Model
  stored: Stored
  patient: { email: string; password: string }
  /** A word in all that this person types, which nobody else does. */
  word: string
  /** A number that no other text of this walk has. */
  next: () => number
}
/** One step: what somebody does, in which weather, and the choices on the way. */
export type Step = { weather: Weather; choice: number }
export type Act = {
  /** Whether there is anything to do it with. */
  may?: (model: Model, step: Step) => boolean
  run: (walk: Walk, step: Step) => Promise<unknown>
}

export const oneOf = <T>(all: readonly T[], choice: number) => {
  const one = all[choice % all.length]
  if (one === undefined) throw new Error('Nothing to choose from')
  return one
}

const areaOf = (path: string) => path.split('/')[1]
/** Opens a page anew, even the one that is open: by another one where both have the same component. */
export const open = async ({ page }: Walk, path: string) => {
  if (areaOf(new URL(page.url()).pathname) === areaOf(path)) await follow(page, '/profile')
  await follow(page, path)
}

export const sendIn = async ({ page, link }: Walk, { weather }: Step, sending: Sending) =>
  sendThrough(page, link, weather, sending)

/** Something stands on the page, and more than its frame. */
export const expectPage = async ({ page }: Walk) => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('main')).not.toBeEmpty()
  await expect(page.getByText('Oh Snap!')).toHaveCount(0)
}

/** A PDF of so many bytes, which takes a while on its way. */
export const pdfFile = (name: string, bytes = 200_000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${name}\n${'% padding\n'.repeat(bytes / 10)}trailer<</Root 1 0 R>>\n%%EOF\n`,
  ),
})
