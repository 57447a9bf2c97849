import {
  addMyReimbursement,
  listMyReimbursements,
  listReimbursements,
  type ReimbursementStatus,
  updateReimbursement,
} from '@fornix/contract'
import { pdfPage } from './papers.ts'
import type { SignedIn } from './sign-in.ts'

type Claim = {
  amount: string
  description: string
  category: 'Transportation' | 'Hotel' | 'Food' | 'Other'
  expense_date?: string
  steps: { status: ReimbursementStatus; comment?: string }[]
}

const claims: Record<string, Claim[]> = {
  'ana.rivera@northside.example': [
    {
      amount: '48.00',
      description: 'Taxi to the scan in March',
      category: 'Transportation',
      steps: [{ status: 'Approved' }, { status: 'Paid' }],
    },
    {
      amount: '129.50',
      description: 'One night before the early scan',
      category: 'Hotel',
      steps: [{ status: 'Approved' }],
    },
    {
      amount: '16.40',
      description: 'Lunch on the day of the scan',
      category: 'Food',
      expense_date: '2026-03-12',
      steps: [{ status: 'On Hold', comment: 'The receipt does not show the date.' }],
    },
    { amount: '22.00', description: 'Train to the scan in September', category: 'Transportation', steps: [] },
  ],
  'ben.okafor@northside.example': [
    {
      amount: '35.00',
      description: 'Parking and fuel',
      category: 'Transportation',
      steps: [{ status: 'Pending Approval' }],
    },
  ],
}

/** Requests in several states, each with a receipt; the newest stands at the end. */
export const reimbursements = async (as: SignedIn) => {
  const staff = await as('nurse@northside.example')
  for (const [email, list] of Object.entries(claims)) {
    const { call } = await as(email)
    const existing = (await call(listMyReimbursements, { params: { key: email } })).reimbursements
    for (const { steps, ...claim } of list) {
      const { amount, description } = claim
      if (existing.some((one) => one.description === description)) continue
      const bytes = pdfPage('Receipt', [description, `Total: $${amount}`])
      await call(addMyReimbursement, { body: claim }, { name: 'Receipt.pdf', bytes })
      const { reimbursements: all } = await staff.call(listReimbursements, { params: { key: email } })
      const id = all.find((one) => one.description === description)?.id ?? ''
      for (const step of steps) await staff.call(updateReimbursement, { params: { id }, body: step })
    }
  }
}
