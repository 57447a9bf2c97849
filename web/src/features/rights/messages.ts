import { type OperatorRole, operatorNames, type Right, rightTexts } from '@fornix/contract'

const plural = (role: OperatorRole) => operatorNames[role].replace(/^./, (letter) => letter.toUpperCase())

export const messages = {
  title: 'Rights by role',
  subtitle:
    'What physicians, MRI technologists, and nurses can do in this project. Admins can do all of it, and only admins can merge records.',
  section: 'Rights',
  edit: 'Edit rights',
  right: 'Right',
  plural,
  cell: (role: OperatorRole, right: Right) => `${plural(role)}: ${rightTexts[right].title}`,
  yes: 'Allowed',
  no: 'Not allowed',
  amount: 'Two people for amounts above',
  amountHint:
    'Dollars. Above it, one person approves or pays a reimbursement and another confirms; this includes admins. Leave it blank if one person is enough.',
  never: 'Off: one person is enough',
  immediately: 'Changes take effect right away, even for people who are signed in.',
  changed: (name: string, at: string) => `Last changed by ${name} on ${at}.`,
  unchanged: 'No changes yet. Everything is allowed.',
  failed: 'The rights could not be loaded. Please try again.',
  saveFailed: 'The rights could not be saved. Please try again.',
}
