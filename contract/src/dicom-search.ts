import { z } from 'zod'

/** How a value is compared (PS3.4 C.2.2.2), and which values are well formed. */
const kinds = {
  uids: [
    /^([0-9]+(\.[0-9]+)*([,\\][0-9]+(\.[0-9]+)*)*|\*)?$/,
    'Needs a UID, or several with a comma between them; no wildcards',
  ],
  date: [/^(\d{8}|\d{8}-|-\d{8}|\d{8}-\d{8}|\*)?$/, 'Needs a date as YYYYMMDD, or a range as YYYYMMDD-YYYYMMDD'],
  time: [
    /^((\d\d){1,3}(\.\d{1,6})?(-((\d\d){1,3}(\.\d{1,6})?)?)?|-(\d\d){1,3}(\.\d{1,6})?|\*)?$/,
    'Needs a time as HHMMSS, or a range as HHMMSS-HHMMSS',
  ],
  number: [/^([+-]?\d{1,12}|\*)?$/, 'Needs a whole number'],
  name: [/^\P{Cc}*$/u, 'Please remove control characters'],
  text: [/^\P{Cc}*$/u, 'Please remove control characters'],
  codes: [/^\P{Cc}*$/u, 'Please remove control characters'],
} as const
export type SearchKind = keyof typeof kinds

type Attributes = Record<string, readonly [tag: string, kind: SearchKind]>

/** What a search may name, by keyword and by tag: the attributes of PS3.18 tables 10.6.1-5, and some that viewers request. */
export const studyAttributes = {
  StudyDate: ['00080020', 'date'],
  StudyTime: ['00080030', 'time'],
  AccessionNumber: ['00080050', 'text'],
  ModalitiesInStudy: ['00080061', 'codes'],
  ReferringPhysicianName: ['00080090', 'name'],
  StudyDescription: ['00081030', 'text'],
  PatientName: ['00100010', 'name'],
  PatientID: ['00100020', 'text'],
  PatientBirthDate: ['00100030', 'date'],
  PatientSex: ['00100040', 'codes'],
  StudyInstanceUID: ['0020000D', 'uids'],
  StudyID: ['00200010', 'text'],
} as const satisfies Attributes
export const seriesAttributes = {
  Modality: ['00080060', 'codes'],
  SeriesDescription: ['0008103E', 'text'],
  BodyPartExamined: ['00180015', 'codes'],
  SeriesInstanceUID: ['0020000E', 'uids'],
  SeriesNumber: ['00200011', 'number'],
  PerformedProcedureStepStartDate: ['00400244', 'date'],
  PerformedProcedureStepStartTime: ['00400245', 'time'],
  'RequestAttributesSequence.ScheduledProcedureStepID': ['00400275.00400009', 'text'],
  'RequestAttributesSequence.RequestedProcedureID': ['00400275.00401001', 'text'],
} as const satisfies Attributes
export const instanceAttributes = {
  SOPClassUID: ['00080016', 'uids'],
  SOPInstanceUID: ['00080018', 'uids'],
  InstanceNumber: ['00200013', 'number'],
} as const satisfies Attributes

export const studyTags: readonly string[] = Object.values(studyAttributes).map(([tag]) => tag)

/** One attribute that must match. */
export type SearchFilter = { tag: string; kind: SearchKind; value: string }

const whole = z.coerce.number().int().min(0).max(1_000_000)
const fieldName = /^([0-9A-Fa-f]{8}|[A-Za-z][A-Za-z0-9]*|all)$/
const fields = z
  .string()
  .max(2000)
  .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
  .refine((names) => names.length <= 50 && names.every((name) => fieldName.test(name)), {
    message: 'Needs “all”, or at most 50 attributes by tag or keyword with a comma between them',
  })

const value = (kind: SearchKind) => {
  const [pattern, sentence] = kinds[kind]
  return z
    .string()
    .max(kind === 'uids' ? 8000 : 250, 'Is too long')
    .regex(pattern, sentence)
    .optional()
}

/** The tag as the standard writes it, and as some programs do. */
const namesOf = (keyword: string, tag: string) => [...new Set([keyword, tag, tag.toLowerCase()])]

const unknownNames = (names: readonly string[]) =>
  `${names.map((name) => name.slice(0, 64)).join(', ')}: nothing is searched by that here`

/** A search's query: no parameter is ignored, because the result would then hold other studies. */
export const searchQuery = (...levels: Attributes[]) => {
  const attributes = levels.flatMap((level) => Object.entries(level))
  const shape = attributes.flatMap(([keyword, [tag, kind]]) =>
    namesOf(keyword, tag).map((name) => [name, value(kind)] as const),
  )
  return z
    .strictObject(
      {
        ...Object.fromEntries(shape),
        limit: whole.optional(),
        offset: whole.default(0),
        fuzzymatching: z.enum(['true', 'false']).default('false'),
        includefield: z
          .union([
            fields,
            z
              .array(fields)
              .max(50)
              .transform((lists) => lists.flat()),
          ])
          .default([]),
      },
      { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownNames(issue.keys as string[]) : undefined) },
    )
    .transform((query, context) => {
      const given = query as Record<string, unknown>
      const filters = attributes.flatMap(([keyword, [tag, kind]]): SearchFilter[] => {
        const values = namesOf(keyword, tag).flatMap((name) => (typeof given[name] === 'string' ? [given[name]] : []))
        if (values.length > 1) context.addIssue({ code: 'custom', path: [keyword], message: 'Is given twice' })
        // Without a value, or with a lone star, everything matches (PS3.4 C.2.2.2.3).
        return values.flatMap((value) => (value === '' || value === '*' ? [] : [{ tag, kind, value }]))
      })
      const { limit, offset, fuzzymatching, includefield } = query
      return { filters, limit, offset, isFuzzy: fuzzymatching === 'true', fields: includefield }
    })
}
export type SearchQuery = z.output<ReturnType<typeof searchQuery>>
