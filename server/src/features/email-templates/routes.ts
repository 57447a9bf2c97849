import {
  addEmailTemplate,
  dayMs,
  fillEmailTemplate,
  listEditableTemplates,
  listEmailTemplates,
  pick,
  previewEmailTemplate,
  removeEmailTemplate,
  resetEmailTemplate,
  saveEmailTemplate,
  type VariableValues,
} from '@fornix/contract'
import { appointmentFacts, fillLetter, letterTo, projectFacts, replyAddress } from '../../clinic/letters/fill-letter.ts'
import { findTemplate, templatesOf } from '../../clinic/letters/stored-templates.ts'
import { locatePatient, patientOfPath } from '../../clinic/records/locate-patient.ts'
import { type AuditNote, on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Platform } from '../../platform.ts'
import { addTemplate, removeTemplate, resetTemplate, saveTemplate } from './save.ts'

const examplePatient = (timeZone: string): VariableValues => ({
  first_name: 'Alex',
  last_name: 'Example',
  ...appointmentFacts(new Date(Math.ceil(Date.now() / dayMs) * dayMs + 7.625 * dayMs).toISOString(), timeZone),
})

const templateOfPath = ({ db, audit, params }: { db: Db; audit: AuditNote; params: { template_id: string } }) => {
  audit.object = params.template_id
  return findTemplate(db, params.template_id)
}

export const emailTemplateRoutes = ({ config: { publicUrl } }: Pick<Platform, 'config'>): Route[] => [
  // Variables that are not about the patient or the sender are filled in: a program that knows no others can use the texts.
  on(listEmailTemplates, async ({ db }) => {
    const values = pick((await projectFacts(db, publicUrl)).values, [
      'session_hours',
      'project_address',
      'portal_link',
      'mr_safety_link',
    ])
    const fill = (text: string) =>
      text.replace(/\{\{(\w+)\}\}/g, (whole, name: keyof typeof values) => values[name] ?? whole)
    return {
      templates: (await templatesOf(db)).map(({ subject, message, ...template }) => ({
        ...template,
        subject: fill(subject),
        message: fill(message),
      })),
    }
  }),
  onRecord(fillEmailTemplate, patientOfPath, async ({ db, user, audit, located: { patient }, body }) => {
    audit.object = body.template_id
    const facts = await projectFacts(db, publicUrl)
    return letterTo(db, await findTemplate(db, body.template_id), { patient, user, facts })
  }),
  on(previewEmailTemplate, async ({ db, user, audit, body: { patient: key, ...texts } }) => {
    const facts = await projectFacts(db, publicUrl)
    if (!key) {
      audit.skipRow = true
      return fillLetter(texts, { ...facts.values, ...examplePatient(facts.timeZone), sender_name: user.name })
    }
    const { patient } = await locatePatient({ db, audit }, key)
    return letterTo(db, texts, { patient, user, facts })
  }),

  on(listEditableTemplates, async ({ db, user }) => ({
    templates: await templatesOf(db),
    reply_to: await replyAddress(db, user),
  })),
  on(addEmailTemplate, async ({ db, user, body, audit }) => {
    const added = await addTemplate(db, user, body)
    audit.object = added.template_id
    return added
  }),
  onRecord(saveEmailTemplate, templateOfPath, ({ db, user, located, body }) => saveTemplate(db, user, located, body)),
  onRecord(resetEmailTemplate, templateOfPath, ({ db, user, located, body }) =>
    resetTemplate(db, user, located, body.version),
  ),
  onRecord(removeEmailTemplate, templateOfPath, async ({ db, located, body }) => {
    await removeTemplate(db, located, body.version)
    return { message: 'The template was removed.' }
  }),
]
