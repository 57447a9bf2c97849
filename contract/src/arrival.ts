import { z } from 'zod'
import { callsOf } from './call.ts'
import { Uid } from './imaging.ts'
import { staff } from './roles.ts'
import { unmatchedReasons } from './unmatched-studies.ts'

const defineCall = callsOf('arrival')

const store = {
  method: 'POST',
  allow: staff,
  right: 'upload_scans',
  limit: 'store',
  ifLost: 'again',
  audit: 'images.store',
  stream: 'multipart/related',
  response: 'images',
} as const

export const storeInstances = defineCall({
  ...store,
  path: '/api/dicomweb/studies/',
  summary: 'Store DICOM instances (STOW)',
})
export const storeStudy = defineCall({
  ...store,
  path: '/api/dicomweb/studies/:study/',
  summary: 'Store DICOM instances of one study (STOW)',
  params: z.object({ study: Uid }),
})

/**
 * The response to a store request is a data set of PS3.18 I.2.
 * Beside a failure's code it says in words why, and which part of the request failed, as not everything that arrives has a UID.
 * It does so in private elements, which DICOM lets anyone use under their own name.
 */
export const storeTags = {
  failed: '00081198',
  stored: '00081199',
  /** Parts without UIDs. */
  otherFailures: '0008119A',
  failureReason: '00081197',
  sopClass: '00081150',
  sopInstance: '00081155',
  retrieveUrl: '00081190',
  creator: '00090010',
  part: '00091001',
  reason: '00091002',
  sentence: '00091003',
} as const
export const storeCreator = 'FORNIX STORE'
/** The reason for a part that counts as stored because it was already here. */
export const alreadyStored = 'KNOWN'

const words = (count: number) => z.object({ Value: z.array(z.string()).min(1).max(count) })
const Failure = z.object({
  [storeTags.part]: z.object({ Value: z.tuple([z.number().int()]) }),
  [storeTags.reason]: words(1),
  [storeTags.sentence]: words(1),
})
const failures = z
  .object({ Value: z.array(Failure) })
  .optional()
  .transform((sequence) => sequence?.Value ?? [])

const stored = z
  .object({
    Value: z.array(z.object({ [storeTags.retrieveUrl]: words(1), [storeTags.reason]: words(1).optional() })),
  })
  .optional()
  .transform((sequence) => sequence?.Value ?? [])
const studyAt = (address: string) => /\/studies\/([0-9.]+)\//.exec(address)?.[1]

/** What a sender reads from the response: the studies stored, how much was already here, and the refused parts, counted from 0. */
export const StoreResponse = z
  .object({ [storeTags.stored]: stored, [storeTags.failed]: failures, [storeTags.otherFailures]: failures })
  .transform((response) => ({
    studies: [
      ...new Set(
        response[storeTags.stored].flatMap((item) => studyAt(item[storeTags.retrieveUrl].Value[0] ?? '') ?? []),
      ),
    ],
    duplicates: response[storeTags.stored].filter((item) => item[storeTags.reason]?.Value[0] === alreadyStored).length,
    refused: [...response[storeTags.failed], ...response[storeTags.otherFailures]].map((failure) => ({
      part: failure[storeTags.part].Value[0],
      reason: failure[storeTags.reason].Value[0] ?? '',
      sentence: failure[storeTags.sentence].Value[0] ?? '',
    })),
  }))
export type StoreResponse = z.output<typeof StoreResponse>

export const maxKnownHashes = 50

/** Calls of people who have just sent images. */
const ofSender = { method: 'POST', allow: staff, limit: 'session' } as const

export const listKnownInstances = defineCall({
  ...ofSender,
  path: '/operator/known_instances/',
  summary: 'Check which files are already stored',
  right: 'upload_scans',
  ifLost: 'nothing',
  audit: {
    none: 'tells of files that the caller holds; what is then stored, and the list of what arrived, are audited',
  },
  body: z.object({
    sha256: z
      .array(z.string().regex(/^[0-9a-f]{64}$/))
      .min(1)
      .max(maxKnownHashes),
  }),
  /** The ones already here. A PACS does not say which bytes it has. */
  response: z.object({ instances: z.array(z.object({ sha256: z.string(), study_UID: z.string() })) }),
})

const arrivalStates = ['matched', ...unmatchedReasons, 'rejected'] as const
export const maxArrivedStudies = 50

export const listArrived = defineCall({
  ...ofSender,
  path: '/operator/arrived_studies/',
  summary: 'Look up the results of an upload',
  ifLost: 'nothing',
  audit: 'scan.arrived',
  body: z.object({ studies: z.array(Uid).min(1).max(maxArrivedStudies) }),
  response: z.object({
    studies: z.array(
      z.object({
        study_UID: z.string(),
        study_date: z.string(),
        scan_type: z.string(),
        state: z.enum(arrivalStates),
        patient_name: z.string(),
        patient_id: z.string(),
      }),
    ),
  }),
})
export type ArrivedStudy = z.output<typeof listArrived.response>['studies'][number]
