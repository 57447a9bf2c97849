import { expect, type Page } from '@playwright/test'
import { type Act, type Model, oneOf, open, pdfFile, type Step, sendIn, type Walk } from './walk.ts'

const conversation = (page: Page) => page.getByRole('list', { name: 'Messages' })
const form = (page: Page, name: string) => page.getByRole('form', { name })
const threadForm = (page: Page) => form(page, 'Answer')

export const openThread = async (walk: Walk, subject: string) => {
  await open(walk, '/messages')
  await walk.page.getByRole('link', { name: subject }).click()
  await expect(threadForm(walk.page)).toBeVisible()
}
export const openNewThread = async (walk: Walk) => {
  await open(walk, '/messages')
  await walk.page.getByRole('link', { name: 'New message' }).click()
  await expect(form(walk.page, 'New message')).toBeVisible()
}
/** The conversations in which nothing is typed. */
export const freeThreads = ({ threads, drafts }: Model) => [...threads.keys()].filter((subject) => !drafts.has(subject))
export const send = (page: Page) => threadForm(page).getByRole('button', { name: 'Send' }).click()
export const replyField = (page: Page) => threadForm(page).getByLabel('Your message')
export const newFields = (page: Page) => ({
  subject: form(page, 'New message').getByLabel('Subject'),
  text: form(page, 'New message').getByLabel('Message', { exact: true }),
})

export const sendNewThread = async (walk: Walk, step: Step, subject: string, begun: string) => {
  const { page, model } = walk
  let text = begun
  const fields = newFields(page)
  const own = form(page, 'New message')
  await sendIn(walk, step, {
    about: /^POST \/patient\/messages\/$/,
    press: () => own.getByRole('button', { name: 'Send' }).click(),
    done: conversation(page).getByText(begun),
    problem: own.getByRole('alert'),
    edit: () => {
      text = `${begun}, and more`
      return fields.text.fill(text)
    },
    typed: async () => {
      await expect(fields.subject).toHaveValue(subject)
      await expect(fields.text).toHaveValue(text)
    },
  })
  model.threads.set(subject, [[text]])
}

export const sendReply = async (walk: Walk, step: Step, subject: string, begun: string, files: string[] = []) => {
  const { page, model } = walk
  let text = begun
  await sendIn(walk, step, {
    about: /^POST \/patient\/(messages\/[\w-]{36}|upload_document\/[^/]+)\/$/,
    // Either a file or the message itself.
    after: files.length > 0 ? step.choice % 2 : 0,
    press: () => send(page),
    edit: () => {
      text = `${begun}, and more`
      return replyField(page).fill(text)
    },
    done: threadForm(page).getByText('Your message has been sent.'),
    problem: threadForm(page).getByRole('alert').filter({ hasNotText: 'Your message has been sent.' }),
    typed: async () => {
      await expect(replyField(page)).toHaveValue(text)
      for (const name of files) await expect(threadForm(page).getByText(name).first()).toBeVisible()
    },
  })
  await expect(conversation(page).getByText(text, { exact: true })).toHaveCount(1)
  const told = model.threads.get(subject) ?? []
  told.push([text, ...files])
  await expect(conversation(page).getByText(walk.word)).toContainText(told.flat())
  model.documents.push(...files)
}

const startThread: Act = {
  may: ({ drafts }) => !drafts.has('message-new'),
  run: async (walk, step) => {
    const n = walk.next()
    await openNewThread(walk)
    const fields = newFields(walk.page)
    const [subject, text] = [`Subject ${n} of ${walk.word}`, `line ${n} of ${walk.word}`]
    await fields.subject.fill(subject)
    await fields.text.fill(text)
    await sendNewThread(walk, step, subject, text)
  },
}

/** Every other reply has a file, which goes ahead of it. */
const reply: Act = {
  may: (model) => freeThreads(model).length > 0,
  run: async (walk, step) => {
    const { page, model } = walk
    const n = walk.next()
    const subject = oneOf(freeThreads(model), step.choice)
    await openThread(walk, subject)
    await replyField(page).fill(`line ${n} of ${walk.word}`)
    const files = n % 2 === 0 ? [`reply-${n}-${walk.word}.pdf`] : []
    if (files[0]) {
      await threadForm(page).getByRole('button', { name: 'Attach files' }).click()
      await threadForm(page).locator('input[type=file]').last().setInputFiles(pdfFile(files[0]))
      await expect(threadForm(page).getByText(files[0]).first()).toBeVisible()
    }
    await sendReply(walk, step, subject, `line ${n} of ${walk.word}`, files)
  },
}

export const messageActs = { startThread, reply }
