import type { DicomJson } from '../../clinic/imaging/dicom/dicom-json.ts'
import type { OpenableStudy } from '../../clinic/records/study-access.ts'

const text = (vr: string, value: string) => (value === '' ? { vr } : { vr, Value: [value] })

/** A study as QIDO lists it (PS3.18 10.6.3.3), from the portal's own row. */
export const studyJson = (study: OpenableStudy & { study_time: string }): DicomJson => ({
  '00080005': text('CS', 'ISO_IR 192'),
  '00080020': text('DA', study.study_date),
  '00080030': text('TM', study.study_time),
  '00081030': text('LO', study.scan_type),
  '00100010': { vr: 'PN', ...(study.patient_name ? { Value: [{ Alphabetic: study.patient_name }] } : {}) },
  '00100020': text('LO', study.dicom_id),
  '0020000D': text('UI', study.study_uid),
})
