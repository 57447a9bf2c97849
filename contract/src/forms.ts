import { z } from 'zod'
import { defineCall } from './call.ts'
import { line, longText, requiredLine } from './fields.ts'
import { maxDocumentBytes } from './limits.ts'
import { everyone, patient } from './roles.ts'

/** The text that is signed; a changed text is a new version. */
export const formVersion = '2026-1'
export const formYears = 10
const dayFromNow = (years: number) => {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.toISOString().slice(0, 10)
}
/** The day after which the authorization ends: it need not have passed yet anywhere on earth, and lies within ten years. */
const expiration = z.iso
  .date('Please choose a date')
  .refine((day) => day >= dayFromNow(0), 'The expiration date has passed')
  .refine((day) => day <= dayFromNow(formYears), `Please choose a date within ${formYears} years`)

/** What the page of the form asks for. */
export const AuthorizationForm = z
  .object({
    personalUse: z.boolean(),
    secondOpinion: z.boolean(),
    other: z.boolean(),
    otherDetails: line(),
    expirationDate: expiration,
    signature: requiredLine('Please sign by typing your full name'),
  })
  .refine((form) => form.personalUse || form.secondOpinion || form.other, {
    path: ['personalUse'],
    // Told together with the fields that are wrong by themselves.
    when: () => true,
    message: 'Please choose at least one purpose',
  })
  .refine((form) => !form.other || form.otherDetails !== '', {
    path: ['otherDetails'],
    when: () => true,
    message: 'Please say for what purpose',
  })

export type AuthorizationForm = z.output<typeof AuthorizationForm>

const maybe = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** What the patient filled in, kept beside the PDF. The spec's call has the file alone, so every field may be missing. */
export const FormFields = z.object({
  study_id: maybe(line(64)),
  purposes: maybe(longText(1000)),
  expiration_date: maybe(expiration),
  signature: maybe(line()),
  date: maybe(line()),
})

export const uploadForm = defineCall({
  method: 'POST',
  path: '/patient/upload_form_with_encryption/:key/',
  summary: 'Sign an authorization form',
  allow: patient,
  limit: 'upload',
  audit: 'form.sign',
  status: 201,
  params: z.object({ key: z.string() }),
  body: FormFields,
  upload: {
    field: 'file',
    maxBytes: maxDocumentBytes,
    types: ['plain-pdf'],
    ignoreName: true,
    missing: 'Please select a file',
    wrongType: 'The form must be a PDF without scripts, attachments or links to programs.',
    tooLarge: 'File size exceeds 5MB limit.',
  },
  reply: z.object({ file_id: z.uuid() }),
})

const byFile = { params: z.object({ file_id: z.uuid() }) }

export const downloadForm = defineCall({
  ...byFile,
  method: 'GET',
  path: '/patient/download_decrypted_form/:file_id/',
  summary: 'The PDF of a signed form, once its seal has been checked',
  allow: everyone,
  limit: 'session',
  audit: 'form.read',
  reply: 'file',
})

export const SignedForm = z.object({
  file_id: z.uuid(),
  signer_name: z.string(),
  signature: z.string(),
  signed_at: z.string(),
  form_version: z.string(),
  study_UID: z.string().nullable(),
  study_date: z.string(),
  purposes: z.string(),
  /** YYYY-MM-DD. */
  expiration_date: z.string(),
  sha256: z.string(),
})
export type SignedForm = z.output<typeof SignedForm>

export const readForm = defineCall({
  ...byFile,
  method: 'GET',
  path: '/patient/signed_form/:file_id/',
  summary: 'What was signed, to read and to print',
  allow: everyone,
  limit: 'session',
  audit: 'form.read',
  reply: z.object({ form: SignedForm }),
})
