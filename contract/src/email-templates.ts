import { z } from 'zod'
import { byAdmins, byStaff, callsOf } from './call.ts'
import { LetterPart, TemplateText } from './email-template.ts'
import { requiredLine } from './fields.ts'
import { message } from './session.ts'

const defineCall = callsOf('email-templates')

const templateId = z.string().max(60)
const params = z.object({ template_id: templateId })
const version = z.number().int()
const nothingOfAPerson = { none: 'holds nothing of a person' } as const

export const EmailTemplate = z.object({
  template_id: templateId,
  name: z.string(),
  subject: z.string(),
  message: z.string(),
  /** Grows with every change, so that a letter is sent as it was shown. */
  version,
})
export type EmailTemplate = z.output<typeof EmailTemplate>

/** What an admin edits. A standard template keeps its name, and can be reset to `standard`. */
export const EditableTemplate = EmailTemplate.extend({
  standard: z.object({ subject: z.string(), message: z.string() }).nullable(),
  /** Who changed it last, and when; empty if it was never changed. */
  changed_by: z.string(),
  changed_at: z.string(),
})
export type EditableTemplate = z.output<typeof EditableTemplate>

export const TemplateForm = TemplateText.extend({ name: requiredLine('A name is required', 60) })

const FilledLetter = z.object({ subject: z.array(LetterPart), message: z.array(LetterPart) })
export type FilledLetter = z.output<typeof FilledLetter>

export const listEmailTemplates = defineCall({
  method: 'GET',
  path: '/operator/email_templates/',
  summary: 'Texts to begin an email with; what they say of a patient is filled in for the patient whom it goes to',
  ...byStaff,
  audit: { none: 'the same texts for everybody' },
  response: z.object({ templates: z.array(EmailTemplate) }),
})
export const fillEmailTemplate = defineCall({
  method: 'POST',
  path: '/operator/fill_email_template/:key/',
  right: 'send_email',
  summary: 'A template with what is known of one patient filled in',
  ...byStaff,
  ifLost: 'nothing',
  audit: 'email.fill',
  params: z.object({ key: z.string() }),
  body: params,
  response: FilledLetter,
})
export const listEditableTemplates = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/email_templates/',
  summary: 'The templates as they are edited, with what each can be reset to and where replies go',
  audit: nothingOfAPerson,
  response: z.object({ templates: z.array(EditableTemplate), reply_to: z.string() }),
})
export const addEmailTemplate = defineCall({
  ...byAdmins,
  method: 'POST',
  path: '/admin/email_templates/',
  summary: 'Add a template of the project',
  idempotent: true,
  audit: 'email_template.add',
  status: 201,
  body: TemplateForm,
  response: EditableTemplate,
})
export const saveEmailTemplate = defineCall({
  ...byAdmins,
  method: 'POST',
  path: '/admin/email_templates/:template_id/',
  summary: 'Change a template; what is left out stays, and a standard one keeps its name',
  idempotent: true,
  audit: 'email_template.change',
  params,
  body: TemplateForm.partial().extend({ version }),
  response: EditableTemplate,
})
const ofOneVersion = { ...byAdmins, params, body: z.object({ version }) } as const

export const resetEmailTemplate = defineCall({
  ...ofOneVersion,
  method: 'POST',
  path: '/admin/reset_email_template/:template_id/',
  summary: 'Reset a standard template',
  idempotent: true,
  audit: 'email_template.reset',
  response: EditableTemplate,
})
export const removeEmailTemplate = defineCall({
  ...ofOneVersion,
  method: 'DELETE',
  path: '/admin/email_templates/:template_id/',
  summary: 'Remove a template that the project added',
  idempotent: true,
  audit: 'email_template.remove',
  response: message,
})
export const previewEmailTemplate = defineCall({
  ...byAdmins,
  method: 'POST',
  path: '/admin/preview_email_template/',
  summary: 'A text that is being edited, filled in for an example or for a patient',
  ifLost: 'nothing',
  audit: 'email.fill',
  body: TemplateText.extend({ patient: z.string().max(254).optional() }),
  response: FilledLetter,
})
