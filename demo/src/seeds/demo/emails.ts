import {
  fillEmailTemplate,
  letterText,
  listAppointments,
  listDocuments,
  listEmailTemplates,
  sendEmail,
} from '@fornix/contract'
import { v5 as named } from 'uuid'
import { pdfPage } from './papers.ts'
import type { SeedFile, SignedIn } from './sign-in.ts'

type Letter = {
  from: string
  /** Whose record it belongs to. */
  patient: string
  to?: string
  cc?: string
  template: string
  documents?: string[]
  file?: SeedFile
}

const ana = 'ana.rivera@northside.example'

/** One with attachments, one that did not reach everybody, and two to addresses that the demo's mail server does not know. */
const letters: Letter[] = [
  { from: 'nurse@northside.example', patient: ana, template: 'Enrollment invitation' },
  { from: 'nurse@northside.example', patient: ana, template: 'Criteria check', to: 'ana.rivera@no-mailbox.example' },
  {
    from: 'nurse@northside.example',
    patient: ana,
    template: 'Confirmation',
    documents: ['How to prepare for your scan.pdf'],
    file: {
      name: 'How to find us.pdf',
      bytes: pdfPage('How to find us', [
        '240 Harbor Street, Suite 300, Boston.',
        'Take the elevator to the third floor and ring at the door with the brain.',
        'Parking is free in the yard behind the house.',
      ]),
    },
  },
  {
    from: 'physician@northside.example',
    patient: ana,
    template: 'Thank you',
    cc: 'family.doctor@clinic.example, old.practice@no-mailbox.example',
  },
  { from: 'nurse@northside.example', patient: 'ben.okafor@northside.example', template: 'Scheduling' },
  {
    from: 'nurse@northside.example',
    patient: 'ben.okafor@northside.example',
    template: 'Criteria check',
    to: 'ben.okafor@no-mailbox.example',
  },
  { from: 'nurse@lakeview.example', patient: 'dana.rossi@lakeview.example', template: 'Follow-up' },
]

const shown = (start: string, timeZone: string) => {
  const at = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(start)).replace('\u202f', ' ')
  return {
    appointment_date: at({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
    appointment_time: at({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
  }
}

const keySpace = '0b7a2c7e-6a6e-4f6d-9d0b-2b9f0f0f7a51'

/** Emails as staff send them; each has its key, so that a repeated run sends none twice. */
export const emails = async (as: SignedIn) => {
  for (const { from, patient, to = patient, cc = '', template, documents = [], file } of letters) {
    const { call } = await as(from)
    const { templates } = await call(listEmailTemplates, {})
    const chosen = templates.find(({ name }) => name === template)
    if (!chosen) throw new Error(`There is no template ${template}`)
    const letter = await call(fillEmailTemplate, { params: { key: patient }, body: chosen })
    const there = await call(listDocuments, { params: { key: patient }, query: { page_size: 50 } })
    const { appointments, time_zone } = await call(listAppointments, { params: { key: patient } })
    const next = appointments.findLast(({ status }) => status === 'booked')
    const nextVisit = next && shown(next.start, time_zone)
    const body = {
      to_email: to,
      cc,
      subject: letterText(letter.subject, nextVisit),
      message: letterText(letter.message, nextVisit),
      attachments: JSON.stringify(
        there.documents.filter(({ file_name }) => documents.includes(file_name)).map(({ file_id }) => file_id),
      ),
      send_key: named(`${patient} ${template}`, keySpace),
    }
    await call(sendEmail, { params: { key: patient }, body }, file)
  }
}
