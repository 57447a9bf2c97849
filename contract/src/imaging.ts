import { z } from 'zod'
import { byStaff, callsOf } from './call.ts'
import { PatientIdentity } from './patient-identity.ts'
import { everyone, staff } from './roles.ts'

const defineCall = callsOf('imaging')

/** Digits and points, at most 64 characters (DICOM PS3.5 9.1). */
export const Uid = z
  .string()
  .max(64)
  .regex(/^[0-9]+(\.[0-9]+)*$/)
const ofStudy = z.object({ study: Uid })

export const downloadStudy = defineCall({
  method: 'GET',
  path: '/scans/:study/download/',
  summary: 'The DICOM files of a study as a ZIP',
  allow: everyone,
  care: 'images',
  proof: 'fresh',
  proofOf: staff,
  limit: 'session',
  audit: 'images.download',
  params: ofStudy,
  response: 'images',
})

export const findScan = defineCall({
  method: 'GET',
  path: '/scans/of_series/:series/',
  summary: 'The study that a scan list names by this series, for links that name the series alone',
  allow: everyone,
  care: 'images',
  limit: 'session',
  audit: { none: 'says nothing of anybody' },
  params: z.object({ series: Uid }),
  response: z.object({ study_UID: z.string() }),
})

export const listOtherStudies = defineCall({
  method: 'GET',
  path: '/scans/:study/others/',
  summary: 'The other studies of the same patient that the caller may see, to compare with; the newest first',
  ...byStaff,
  audit: 'images.list_others',
  params: ofStudy,
  response: z.object({
    studies: z.array(z.object({ study_UID: z.string(), study_date: z.string(), scan_type: z.string() })),
  }),
})

export const openStudy = defineCall({
  method: 'POST',
  path: '/scans/:study/open/',
  summary: 'Opens a viewer of this study: until 15 minutes pass without a question, or the session ends',
  allow: everyone,
  care: 'images',
  limit: 'session',
  ifLost: 'nothing',
  audit: 'images.open',
  params: ofStudy,
  body: z.object({ series: Uid.optional() }).default({}),
  response: z.object({
    /** Where the viewer is. At an address other than the portal's, it holds a ticket, which is exchanged once. */
    viewer: z.string(),
    study_UID: z.string(),
    study_date: z.string(),
    scan_type: z.string(),
    patient_name: z.string(),
    /** Tells patients of the same name apart, for staff; null for a patient, and for a scan without one. */
    record: PatientIdentity.pick({ patient_id: true, dob: true, mrn_number: true }).nullable().default(null),
  }),
})
