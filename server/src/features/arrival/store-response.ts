import { alreadyStored, dicomwebRoot, storeCreator, storeTags } from '@fornix/contract'
import type { StoredInstance } from '../../clinic/imaging/archive/archive.ts'
import type { DicomJson } from '../../clinic/imaging/dicom/dicom-json.ts'
import { DicomRefused, type RefusalReason } from '../../clinic/imaging/dicom/refused.ts'
import { isFull } from '../../platform/base/errors.ts'

/** The codes of PS3.18 table I.2-2; where it leaves a range (A7xx, A9xx, Cxxx), each reason has its own. */
const codes: Record<RefusalReason | 'full' | 'failed', number> = {
  failed: 0x0110,
  full: 0xa700,
  too_large: 0xa701,
  no_pixels: 0xa900,
  other_study: 0xa901,
  too_many_frames: 0xa902,
  not_dicom: 0xc000,
  no_header: 0xc006,
  truncated: 0xc001,
  uids: 0xc002,
  too_complex: 0xc003,
  unreadable: 0xc004,
  values: 0xc005,
  transfer_syntax: 0xc122,
  other_bytes: 0xc409,
  other_patient: 0xc410,
  other_birth_date: 0xc411,
  other_project: 0xc412,
}
export type Refusal = {
  part: number
  reason: keyof typeof codes
  sentence: string
  instance?: DicomRefused['instance']
}

/** Why a part was not stored, or undefined if the fault is ours. */
export const refusalOf = (part: number, error: unknown): Refusal => {
  if (error instanceof DicomRefused)
    return { part, reason: error.reason, sentence: error.message, instance: error.instance }
  return isFull(error)
    ? { part, reason: 'full', sentence: 'There is no space left for files.' }
    : { part, reason: 'failed', sentence: 'It could not be stored just now. Please send it again.' }
}

const element = (vr: string, ...Value: unknown[]) => ({ vr, Value })

const failureOf = ({ part, reason, sentence, instance }: Refusal): DicomJson => ({
  ...(instance && {
    [storeTags.sopClass]: element('UI', instance.sopClass),
    [storeTags.sopInstance]: element('UI', instance.instance),
  }),
  [storeTags.failureReason]: element('US', codes[reason]),
  [storeTags.creator]: element('LO', storeCreator),
  [storeTags.part]: element('IS', part),
  [storeTags.reason]: element('CS', reason.toUpperCase()),
  [storeTags.sentence]: element('LT', sentence),
})

/** The response of a store request, in the form of PS3.18 I.2. */
export const storeResponse = (publicUrl: string, stored: StoredInstance[], refused: Refusal[]) => {
  const at = ({ study, series, instance }: StoredInstance) =>
    `${publicUrl}${dicomwebRoot}/studies/${study}/series/${series}/instances/${instance}`
  const studies = [...new Set(stored.map(({ study }) => `${publicUrl}${dicomwebRoot}/studies/${study}`))]
  const storedItems = stored.map((one) => ({
    [storeTags.sopClass]: element('UI', one.sopClass),
    [storeTags.sopInstance]: element('UI', one.instance),
    [storeTags.retrieveUrl]: element('UR', at(one)),
    ...(!one.isNew && {
      [storeTags.creator]: element('LO', storeCreator),
      [storeTags.reason]: element('CS', alreadyStored),
    }),
  }))
  const sequences: [string, DicomJson[]][] = [
    [storeTags.stored, storedItems],
    [storeTags.failed, refused.filter(({ instance }) => instance).map(failureOf)],
    [storeTags.otherFailures, refused.filter(({ instance }) => !instance).map(failureOf)],
  ]
  const response = {
    // There is one address only if all belong to one study.
    [storeTags.retrieveUrl]: studies.length === 1 ? element('UR', ...studies) : { vr: 'UR' },
    ...Object.fromEntries(
      sequences.filter(([, items]) => items.length > 0).map(([tag, items]) => [tag, element('SQ', ...items)]),
    ),
  }
  return {
    status: refused.length === 0 ? 200 : stored.length === 0 ? 409 : 202,
    headers: { 'content-type': 'application/dicom+json' },
    body: Buffer.from(JSON.stringify(response)),
  }
}
