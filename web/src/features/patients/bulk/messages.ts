import { grouped } from '../../../platform/base/grouped.ts'

const people = (count: number) => `${grouped(count)} ${count === 1 ? 'patient' : 'patients'}`

/** Texts about several patients at once. */
export const messages = {
  status: {
    button: 'Set status',
    title: (count: number) => `Set the status of ${people(count)}`,
    label: 'New status',
    missing: 'Please choose a status',
    hint: 'You can undo this right after.',
    confirm: 'Set status',
    done: { all: (count: number) => `Status set for ${people(count)}`, one: 'Status set' },
  },
  physician: {
    button: 'Assign physician',
    title: (count: number) => `Assign a physician to ${people(count)}`,
    label: 'Physician',
    missing: 'Please choose a physician',
    failed: 'The physicians could not be loaded.',
    none: 'This project has no physicians yet.',
    confirm: 'Assign',
    done: { all: (count: number) => `Physician assigned to ${people(count)}`, one: 'Physician assigned' },
  },
  email: {
    button: 'Email',
    title: (count: number) => `Email ${people(count)}`,
    lead: 'Each patient gets a separate email. No one can see who else got one.',
    template: 'Template',
    choose: 'Choose a template',
    missing: 'Please choose a template',
    failed: 'The templates could not be loaded.',
    previewFailed: 'The email to this patient could not be loaded.',
    to: (at: number, of: number, name: string, identity: string) =>
      `Preview ${grouped(at)} of ${grouped(of)}: ${name} · ${identity}`,
    previous: 'Previous patient',
    next: 'Next patient',
    gaps: 'Some details are missing for this patient, so this email will not be sent.',
    replies: (address: string) => `Replies go to ${address}.`,
    confirm: (count: number) => (count === 1 ? 'Send 1 email' : `Send ${grouped(count)} emails`),
    done: {
      all: (count: number) => (count === 1 ? '1 email queued' : `${grouped(count)} emails queued`),
      one: 'Email queued',
    },
  },
  exportButton: 'Export selected',
} as const
