import { z } from 'zod'
import { callsOf } from './call.ts'
import { nowMs } from './clock.ts'
import { line, longText, requiredLine } from './fields.ts'
import { maxDocumentBytes } from './limits.ts'
import { keysOf } from './objects.ts'
import { everyone, patient, staff } from './roles.ts'
import { message } from './session.ts'
import { signFactors } from './sign-factors.ts'
import { hourMs } from './site-time.ts'

const defineCall = callsOf('forms')

/**
 * The texts that were or are signed, the newest last.
 * A changed text is a new version with its day; `asksAgain`: signers of an earlier one have to agree to it.
 */
export const formVersions = [{ version: '2026-1', day: '2026-01-05', asksAgain: true }] as const
export type FormVersion = (typeof formVersions)[number]['version']
type AnyVersion = { version: string; asksAgain: boolean }
/** The text signed today. */
export const formVersion: FormVersion = '2026-1'
/** The versions whose signers need not sign again. */
export const validFormVersions = (versions: readonly AnyVersion[] = formVersions) =>
  versions
    .slice(
      Math.max(
        0,
        versions.findLastIndex(({ asksAgain }) => asksAgain),
      ),
    )
    .map(({ version }) => version)
export const formYears = 10
export const notToday = 'The form must have today’s date. Please check the date of your device and try again.'
export const expirationPassed = 'The expiration date has passed'
/** The day this many years from now, at this many hours from UTC. */
const dayFromNow = (years: number, hours: number) => {
  const day = new Date(nowMs() + hours * hourMs)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.toISOString().slice(0, 10)
}
/**
 * The last day of the authorization: not over yet everywhere on earth, and within ten years.
 * The server checks the site's own day.
 */
const expiration = z.iso
  .date('Please choose a date')
  .refine((day) => day >= dayFromNow(0, -12), expirationPassed)
  .refine((day) => day <= dayFromNow(formYears, 14), `Please choose a date within ${formYears} years`)

/** The signer's local day of signing: today, somewhere on earth. */
const signingDay = z.iso.date(notToday).refine((day) => day >= dayFromNow(0, -12) && day <= dayFromNow(0, 14), notToday)

/** The fields of the form's page. */
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
    // Reported together with fields that are wrong on their own.
    when: () => true,
    message: 'Please choose at least one purpose',
  })
  .refine((form) => !form.other || form.otherDetails !== '', {
    path: ['otherDetails'],
    when: () => true,
    message: 'Please describe the purpose',
  })

export type AuthorizationForm = z.output<typeof AuthorizationForm>

const maybe = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/**
 * What the patient filled in, kept beside the PDF.
 * Only the signature must be present: it is the signer's name, which the server knows, so the error about it is the server's.
 */
export const FormFields = z.object({
  study_id: maybe(line(64)),
  purposes: maybe(longText(1000)),
  expiration_date: maybe(expiration),
  signature: maybe(line()),
  date: maybe(signingDay),
})

/** What the PDF's pages show, in machine-readable form; the scan date as DICOM digits. */
export const PrintedForm = z.object({
  patient: line(),
  study_id: line(64),
  scan_date: line(),
  purposes: longText(1000),
  expiration_date: line(),
  signature: line(),
  date: line(),
})
export type PrintedForm = z.output<typeof PrintedForm>

const mark = 'fornix-form:'
/** Is stored among the PDF's keywords: JSON in UTF-8 and base64, so that none of its characters means anything in a PDF. */
export const markOf = (form: PrintedForm) => {
  const bytes = new TextEncoder().encode(JSON.stringify(form))
  return mark + btoa(String.fromCharCode(...bytes))
}
/** Every mark in a PDF's bytes, read as Latin-1; null for one that cannot be read. */
export const marksIn = (pdf: string) =>
  [...pdf.matchAll(/fornix-form:([A-Za-z0-9+/=]*)/g)].map(([, base64 = '']) => {
    try {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      return PrintedForm.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null
    } catch {
      return null
    }
  })

export const uploadForm = defineCall({
  method: 'POST',
  path: '/patient/upload_form_with_encryption/:key/',
  summary: 'Sign an authorization form',
  allow: patient,
  care: 'visits',
  proof: 'fresh',
  idempotent: true,
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
    wrongType: 'The form must be a PDF without scripts, attachments, or links to programs.',
    tooLarge: 'File size exceeds 5MB limit.',
  },
  response: z.object({ file_id: z.uuid() }),
})

const byFile = { params: z.object({ file_id: z.uuid() }) }

export const downloadForm = defineCall({
  ...byFile,
  method: 'GET',
  path: '/patient/download_decrypted_form/:file_id/',
  summary: 'Download the PDF of a signed form',
  allow: everyone,
  care: 'visits',
  limit: 'session',
  audit: 'form.read',
  response: 'file',
})

/** `Maria Soto, for Ana Rivera`: a caregiver and the patient; a patient signs alone. */
export const signersIn = (signer_name: string) => {
  const [by = '', patient = by] = signer_name.split(', for ')
  return { by, patient }
}

const Countersigned = z.object({
  signer_name: z.string(),
  signature: z.string(),
  role: z.string(),
  signed_at: z.string(),
})

export const SignedForm = z.object({
  file_id: z.uuid(),
  signer_name: z.string(),
  /** From today's record; not part of what was signed. */
  mrn_number: z.string().default(''),
  signature: z.string(),
  signed_at: z.string(),
  form_version: z.string(),
  study_UID: z.string().nullable(),
  study_date: z.string(),
  purposes: z.string(),
  /** YYYY-MM-DD. */
  expiration_date: z.string(),
  sha256: z.string(),
  /** Empty in forms from before it was stored. */
  factor: z.enum([...keysOf(signFactors), '']).default(''),
  needs_countersign: z.boolean().default(false),
  countersigned: Countersigned.nullable().default(null),
})
export type SignedForm = z.output<typeof SignedForm>

export const readForm = defineCall({
  ...byFile,
  method: 'GET',
  path: '/patient/signed_form/:file_id/',
  summary: 'Open a signed form',
  allow: everyone,
  care: 'visits',
  limit: 'session',
  audit: 'form.read',
  response: z.object({ form: SignedForm }),
})

export const Countersign = z.object({ signature: requiredLine('Please sign by typing your full name') })

export const countersignForm = defineCall({
  ...byFile,
  method: 'POST',
  path: '/operator/countersign_form/:file_id/',
  summary: 'Countersign a signed form',
  allow: staff,
  proof: 'fresh',
  idempotent: true,
  limit: 'upload',
  audit: 'form.countersign',
  body: Countersign,
  response: message,
})

const hash = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'Please send the SHA-256 of the file')

/** Whether a file is a form as it was signed here; `replaced` by the same form with a second signature. */
export const verifyStates = ['known', 'replaced', 'unknown'] as const

export const verifyFile = defineCall({
  method: 'POST',
  path: '/common/api/verify_file/',
  summary: 'Check a signed form by its hash; says nothing of whose it is',
  allow: 'anyone',
  limit: 'verify',
  audit: { none: 'holds nothing of a person' },
  body: z.object({ sha256: hash }),
  response: z.object({
    state: z.enum(verifyStates),
    /** The day of the signature at the site, YYYY-MM-DD; null if unknown. */
    signed_on: z.string().nullable(),
  }),
})
