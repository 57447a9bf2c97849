import { z } from 'zod'
import { byAdmins, callsOf } from './call.ts'
import { isEmail, line, longText, requiredLine } from './fields.ts'
import { maxAnswerDays, maxLogoBytes, maxRetentionYears, minRetentionYears } from './limits.ts'
import { keysOf } from './objects.ts'
import { isTimeZone } from './site-time.ts'

const defineCall = callsOf('project-settings')

export const logoTypes = ['png', 'jpeg', 'svg'] as const
export const logoMediaTypes = { png: 'image/png', jpeg: 'image/jpeg', svg: 'image/svg+xml' } as const

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Please use at most 253 characters')
  .refine((name) => isEmail(`a@${name}`), 'Please write a domain such as example.com')
const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

export const SocialLink = z.object({
  name: requiredLine('Please name the site', 40),
  url: line(300, undefined, [isWebAddress, 'Please write an address that begins with https://']),
})
const once = (names: string[]) => new Set(names).size === names.length

const answerRange = `Please write a number of days from 1 to ${maxAnswerDays}`
const retentionRange = `Please write a number of years from ${minRetentionYears} to ${maxRetentionYears}`

/** What visitors see of a project, its blocked email domains and its retention; the form and the server both read this. */
export const ProjectSettings = z.object({
  name: requiredLine('A name is required', 80),
  contact: z.object({
    address: longText(400),
    email: line(254, undefined, [(text) => text === '' || isEmail(text), 'Invalid Email']),
    // Patients call it from a link.
    phone: line(40, undefined, [(text) => text === '' || /(\d\D*){7}/.test(text), 'Please write a phone number']),
    social: z.array(SocialLink).max(8, 'Please use at most 8 links'),
  }),
  time_zone: z.string().refine(isTimeZone, 'Please choose a time zone from the list'),
  blocked_email_domains: z
    .array(domain)
    .max(50, 'Please use at most 50 domains')
    .refine(once, 'A domain is in the list twice'),
  /** Issuers whose patient ids are the clinic's own (DICOM 0010,0021); scans with any other issuer are not matched. */
  patient_id_issuers: z
    .array(requiredLine('Please name the issuer', 64))
    .max(20, 'Please use at most 20 issuers')
    .refine(once, 'An issuer is in the list twice'),
  /** How long deleted data is kept before it is removed for good. */
  retention_years: z.int(retentionRange).min(minRetentionYears, retentionRange).max(maxRetentionYears, retentionRange),
  /** Business days in which the care team usually answers a message. */
  answer_days: z.int(answerRange).min(1, answerRange).max(maxAnswerDays, answerRange),
  /** A staff member countersigns each authorization form. */
  countersign_forms: z.boolean(),
  /** Patients open their own images without a request; the form is for giving them to others. */
  own_images_open: z.boolean(),
})

const { name, contact, time_zone: _, ...others } = ProjectSettings.shape
/** The fields of the settings form, flat, so that a conflict names each. */
export const SettingsForm = z.object({ name, ...contact.shape, ...others })
/** The ones that are a single field in the settings as sent. */
export const plainSettings = keysOf({ name, ...others })
export type SettingsValues = z.input<typeof SettingsForm>

const Logo = z.object({
  file_name: line(200),
  /** The bytes in base64: small enough to be sent with the other settings, so that all change together. */
  data: z.base64('The logo was not fully uploaded').max(Math.ceil(maxLogoBytes / 3) * 4, 'The logo exceeds 40 KB.'),
})
const Saved = ProjectSettings.extend({
  // An earlier version took any text.
  contact: contact.extend({ phone: z.string() }),
  countersign_forms: z.boolean().default(false),
  own_images_open: z.boolean().default(false),
  version: z.number().int(),
  /** The logo's address; empty without one. */
  logo_url: z.string(),
})

export const getProjectSettings = defineCall({
  method: 'GET',
  path: '/admin/project_settings/',
  summary:
    'Name, contact, logo, blocked email domains, issuers of patient ids, retention, answer time and time zone of the project',
  ...byAdmins,
  audit: { none: 'holds nothing of a person' },
  response: Saved,
})
export const saveProjectSettings = defineCall({
  method: 'POST',
  path: '/admin/project_settings/',
  summary: 'Change the settings of the project; what is left out stays',
  ...byAdmins,
  proof: 'fresh',
  idempotent: true,
  audit: 'project.change_settings',
  body: ProjectSettings.partial().extend({
    contact: contact.partial().optional(),
    version: z.number().int().nullish(),
    /** Null removes the logo. */
    logo: Logo.nullish(),
  }),
  response: Saved,
})
export const getProjectLogo = defineCall({
  method: 'GET',
  path: '/common/api/project_logo/:logo_id/',
  summary: 'The logo of a project',
  allow: 'anyone',
  limit: 'address',
  audit: { none: 'everybody may see it' },
  params: z.object({ logo_id: z.uuid() }),
  response: 'file',
})
