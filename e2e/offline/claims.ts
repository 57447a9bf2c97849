import { expect, type Page } from '@playwright/test'
import { type Act, oneOf, open, pdfFile, type Step, sendIn, type Walk } from './walk.ts'

const path = '/patient/reimbursement'
const chooseReceipt = async (page: Page, name: string) => {
  await page.getByRole('dialog').locator('input[type=file]').last().setInputFiles(pdfFile(name))
  await expect(page.getByRole('dialog').getByText(name, { exact: true })).toBeVisible()
}
const drawer = (page: Page, name: string) => page.getByRole('form', { name })
/** The bar with its button lies behind the drawer, whose ✕ gives up waiting instead. */
const stopIn = (page: Page) => () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()

export const claimFields = (page: Page) => ({
  amount: drawer(page, 'Add Reimbursement').getByLabel('Amount'),
  description: drawer(page, 'Add Reimbursement').getByLabel('Description'),
})
export const openClaim = async (walk: Walk) => {
  await open(walk, path)
  await walk.page.getByRole('button', { name: 'Add Reimbursement' }).click()
  await expect(drawer(walk.page, 'Add Reimbursement')).toBeVisible()
}

export const sendClaim = async (walk: Walk, step: Step, amount: string, description: string) => {
  const { page, model } = walk
  const form = drawer(page, 'Add Reimbursement')
  const fields = claimFields(page)
  const receipt = `receipt-${walk.next()}-${walk.word}.pdf`
  await chooseReceipt(page, receipt)
  await sendIn(walk, step, {
    about: /^POST \/patient\/add_reimbursements\/$/,
    press: () => form.getByRole('button', { name: 'Submit' }).click(),
    done: page.getByText('Your request was submitted.'),
    problem: form.getByRole('alert'),
    stop: stopIn(page),
    typed: async () => {
      await expect(fields.amount).toHaveValue(amount)
      await expect(fields.description).toHaveValue(description)
      await expect(form.getByText(receipt, { exact: true })).toBeVisible()
    },
  })
  model.claims.set(description, { amount, receipt, answers: [] })
}

const claim: Act = {
  may: ({ drafts }) => !drafts.has('reimbursement'),
  run: async (walk, step) => {
    const [amount, description] = [`${10 + (step.choice % 80)}.50`, `Taxi to ${walk.next()} of ${walk.word}`]
    await openClaim(walk)
    const fields = claimFields(walk.page)
    await fields.amount.fill(amount)
    await fields.description.fill(description)
    await sendClaim(walk, step, amount, description)
  },
}

/** The clinic needs more; every other answer has a better receipt. */
const answerOnHold: Act = {
  may: ({ claims }) => claims.size > 0,
  run: async (walk, step) => {
    const { page, model, stored } = walk
    const n = walk.next()
    const [description, known] = oneOf([...model.claims], step.choice)
    await stored.putOnHold(description, 'The date is missing')
    await open(walk, path)
    await page.reload()
    await page.getByRole('button', { name: `Answer: ${description}` }).click()
    const form = drawer(page, 'Answer')
    const [note, receipt] = [`note ${n} of ${walk.word}`, `better-${n}-${walk.word}.pdf`]
    await form.getByLabel('Your note').fill(note)
    if (n % 2 === 0) await chooseReceipt(page, receipt)
    await sendIn(walk, step, {
      about: /^POST \/patient\/answer_reimbursement\//,
      press: () => form.getByRole('button', { name: 'Send answer' }).click(),
      done: page.getByText('Your answer was sent.'),
      problem: form.getByRole('alert').filter({ hasNotText: 'The clinic needs more from you' }),
      stop: stopIn(page),
      typed: () => expect(form.getByLabel('Your note')).toHaveValue(note),
    })
    known.answers.push(note)
    if (n % 2 === 0) known.receipt = receipt
  },
}

export const claimActs = { claim, answerOnHold }
