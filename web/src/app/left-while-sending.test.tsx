import type { ReactElement } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { SchedulingPage } from '../features/appointments/SchedulingPage.tsx'
import { ContactPage } from '../features/contact/ContactPage.tsx'
import { EmailTab } from '../features/emails/EmailTab.tsx'
import { ContactSection } from '../features/patients/ContactSection.tsx'
import { NotesSection } from '../features/patients/NotesSection.tsx'
import { testMedical, testPatient } from '../testing/patients.ts'
import { ok, type ServedCalls, serve } from '../testing/serve.ts'
import { serveUploads } from '../testing/serve-uploads.ts'
import { show, signOut } from '../testing/show.tsx'

type Page = Awaited<ReturnType<typeof show>>['screen']
type Form = {
  draft: string
  role?: 'Nurse' | 'Admin'
  element: (saving: Promise<void>) => ReactElement
  answers?: (saving: Promise<void>) => ServedCalls
  fill: (screen: Page) => Promise<void>
  button: string
}

const record = (saving: Promise<void>) => ({
  patient: testPatient,
  medicalInformation: testMedical,
  savePatient: () => saving,
  saveMedical: () => saving,
  latest: async () => ({ patient: testPatient, medicalInformation: testMedical }),
})
const scheduling = { version: 3, time_zone: 'America/New_York', hours: [], scanners: [], outside: [] }
const forms: Record<string, Form> = {
  'a note': {
    draft: 'note.P-7K3QX9',
    element: (saving) => <NotesSection record={record(saving)} />,
    fill: (screen) => screen.getByRole('textbox', { name: 'New note' }).fill('Needs a ride'),
    button: 'Add note',
  },
  'a section of a record': {
    draft: 'contact.P-7K3QX9',
    element: (saving) => <ContactSection record={record(saving)} />,
    fill: async (screen) => {
      await screen.getByRole('button', { name: 'Edit contact details' }).click()
      await screen.getByRole('textbox', { name: 'City' }).fill('Salem')
    },
    button: 'Save',
  },
  'an email': {
    draft: 'email.P-7K3QX9',
    element: () => <EmailTab patientKey="P-7K3QX9" />,
    fill: async (screen) => {
      await screen.getByRole('textbox', { name: 'Subject', exact: true }).fill('Your scan')
      await screen.getByRole('textbox', { name: 'Message', exact: true }).fill('See you on Monday.')
    },
    button: 'Send',
  },
  'a message to the clinic': {
    draft: 'contact',
    element: () => <ContactPage />,
    answers: (saving) => ({ 'POST /operator/send_contactus/': () => saving.then(() => ok()) }),
    fill: async (screen) => {
      await screen.getByLabelText('Subject').fill('Parking')
      await screen.getByLabelText('How can we help?').fill('Where?')
    },
    button: 'Send',
  },
  'a change of the opening hours': {
    draft: 'scheduling',
    role: 'Admin',
    element: () => <SchedulingPage />,
    answers: (saving) => ({
      'POST /admin/scheduling/': () => saving.then(() => ok({ ...scheduling, closed_days: [] })),
    }),
    fill: (screen) => screen.getByLabelText('Note (optional)').fill('Christmas Day'),
    button: 'Save',
  },
}

beforeEach(signOut)

test.each(Object.entries(forms))('%s that is left while it is sent is no draft once it is saved', async (_, form) => {
  const { promise: saving, resolve: save } = Promise.withResolvers<void>()
  const path = `/common/api/draft/${form.draft}/`
  const sent = serve({
    'GET /operator/get_patient_info/P-7K3QX9/': ok({ patient: testPatient, medicalInformation: testMedical }),
    'GET /operator/retrieve_email_info/P-7K3QX9/': ok({ emails: [], total: 0, total_pages: 1 }),
    'GET /admin/scheduling/': ok({ ...scheduling, closed_days: [{ date: '2032-12-25', note: 'Christmas' }] }),
    [`GET ${path}`]: ok({ draft: null }),
    [`POST ${path}`]: ok({ saved_at: '2026-11-21T20:42:07Z' }),
    [`DELETE ${path}`]: ok({ message: 'Draft deleted' }),
    ...form.answers?.(saving),
  })
  serveUploads({ 'POST /operator/send_email/P-7K3QX9/': () => saving.then(() => ok()) })
  const { screen } = await show(form.element(saving), { role: form.role ?? 'Nurse' })
  await form.fill(screen)
  await screen.getByRole('button', { name: form.button, exact: true }).click()
  await screen.unmount()
  const drafts = () => sent.flatMap(({ call }) => (call.endsWith(path) && !call.startsWith('GET') ? [call] : []))
  await expect.poll(drafts).toEqual([`POST ${path}`])
  save()
  await expect.poll(drafts).toEqual([`POST ${path}`, `DELETE ${path}`])
})
