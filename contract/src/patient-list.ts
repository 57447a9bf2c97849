import { z } from 'zod'
import { patientIds } from './bulk.ts'
import { byAdmins, byStaff, callsOf } from './call.ts'
import { line, reason } from './fields.ts'
import { keysOf } from './objects.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { patientStatuses, patientTypes, StaffPatient } from './patient-fields.ts'
import { staff } from './roles.ts'

const defineCall = callsOf('patients')

/** The columns that the list can show, each with its title: on the page and in the exported file. */
export const patientColumns = {
  mrn_number: 'MRN Number',
  patient_id: 'Patient Id',
  first_name: 'First Name',
  last_name: 'Last Name',
  dob: 'Date of Birth',
  email: 'Email Address',
  indication: 'Indication',
  status: 'Status',
  patient_type: 'Patient Type',
  physician_name: 'Physician',
  created_at: 'Added',
} as const
export type PatientColumn = keyof typeof patientColumns
export const patientColumnNames = keysOf(patientColumns)

/** Each has an index; the others would read and sort all patients. */
export const patientSorts = [
  'last_name',
  'first_name',
  'email',
  'mrn_number',
  'status',
  'patient_type',
  'created_at',
] as const
export type PatientSort = (typeof patientSorts)[number]

export const PatientRow = StaffPatient.pick({
  _id: true,
  patient_id: true,
  mrn_number: true,
  first_name: true,
  last_name: true,
  dob: true,
  age: true,
  gender: true,
  email: true,
  indication: true,
  status: true,
  patient_type: true,
  mobile_number: true,
  physician_name: true,
}).extend({
  created_at: z.string(),
  /** The day at the site: YYYY-MM-DD. */
  added_on: z.string().default(''),
  /** Another patient of the project who is not deleted has the same name. */
  has_namesake: z.boolean().default(false),
  /** Null except in the list of the deleted. */
  deleted_at: z.string().nullable(),
})
export type PatientRow = z.output<typeof PatientRow>

/** Which patients, in which order: the same for the list and its export. */
export const patientFilters = z.object({
  searchQuery: z.string().max(200).default(''),
  status: z.enum(patientStatuses).optional(),
  patient_type: z.enum(patientTypes).optional(),
  sort: z.enum(patientSorts).default('last_name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  /** The deleted instead of the others; for admins. */
  deleted: z.enum(['true', 'false']).default('false'),
})
export type PatientFilters = z.output<typeof patientFilters>

export const listPatients = defineCall({
  method: 'GET',
  path: '/operator/get_all_patients/',
  summary: 'The patients of the project; admins also list the deleted ones',
  allow: staff,
  leavesOut: 'see_medical',
  limit: 'session',
  audit: 'patient.list',
  query: pageQuery.extend(patientFilters.shape),
  response: z.object({
    patients: z.array(PatientRow),
    ...pageTotals,
    /** True if nobody was found as typed: these are people whose names sound or are spelled alike. */
    alike: z.boolean().default(false),
    /** The indications are left out: the project withholds them from the caller. */
    medical_hidden: z.boolean().default(false),
  }),
})
export type ListPatientsQuery = z.output<typeof listPatients.query>

export const countPatients = defineCall({
  method: 'GET',
  path: '/operator/patient_counts/',
  summary: 'How many patients of the project have each status, of one type or of all',
  ...byStaff,
  audit: { none: 'numbers say nothing about anybody' },
  query: patientFilters.pick({ patient_type: true }),
  /** A status that nobody has is left out. */
  response: z.object({ statuses: z.array(z.object({ status: z.enum(patientStatuses), patients: z.number().int() })) }),
})

export const exportPatients = defineCall({
  method: 'GET',
  path: '/operator/export_patients/',
  summary: 'The listed patients as a CSV file of the chosen columns, for a reason that the admins are mailed',
  allow: staff,
  right: 'export',
  leavesOut: 'see_medical',
  proof: 'fresh',
  limit: 'export',
  audit: 'patient.export',
  query: patientFilters.extend({
    reason,
    /** Only these of the filtered patients, by patient id. */
    patients: z
      .string()
      .transform((text) => text.split(','))
      .pipe(patientIds)
      .optional(),
    columns: z
      .string()
      .transform((text) => text.split(','))
      .pipe(
        z
          .array(z.enum(patientColumnNames, 'There is no such column'))
          .refine((names) => new Set(names).size === names.length, 'Each column once, please'),
      ),
  }),
  response: 'file',
})

export const deletePatient = defineCall({
  method: 'DELETE',
  path: '/operator/delete_patient/:email/',
  summary: 'Delete a patient',
  allow: staff,
  right: 'delete_patients',
  proof: 'fresh',
  idempotent: true,
  limit: 'session',
  audit: 'patient.delete',
  params: z.object({ email: z.string() }),
  body: z.object({ reason: line(200).default('') }),
  response: z.object({ message: z.string() }),
})
export const restorePatient = defineCall({
  method: 'POST',
  path: '/admin/restore_patient/:patient_id/',
  summary: 'Restore a deleted patient',
  ...byAdmins,
  proof: 'fresh',
  idempotent: true,
  audit: 'patient.restore',
  params: z.object({ patient_id: z.string() }),
  response: z.object({ message: z.string() }),
})
