import type { DicomJson } from '../../../clinic/imaging/dicom/dicom-json.ts'
import type { ListedStudy } from '../../../clinic/records/study-search.ts'

const element = (vr: string, ...values: (string | number)[]) => {
  const Value = values.filter((value) => value !== '')
  return Value.length > 0 ? { vr, Value } : { vr }
}
const name = (text: string) => ({ vr: 'PN', ...(text === '' ? {} : { Value: [{ Alphabetic: text }] }) })

/** A study as QIDO lists it (PS3.18 table 10.6.3-3), from the portal's own row. */
export const studyJson = (study: ListedStudy, root: string): DicomJson => ({
  '00080005': element('CS', 'ISO_IR 192'),
  '00080020': element('DA', study.study_date),
  '00080030': element('TM', study.study_time),
  '00080050': element('SH', study.accession_number),
  '00080056': element('CS', 'ONLINE'),
  '00080061': element('CS', ...study.modalities),
  '00080090': name(study.referring_physician),
  '00081030': element('LO', study.scan_type),
  '00081190': element('UR', `${root}/studies/${study.study_uid}`),
  '00100010': name(study.dicom_name),
  '00100020': element('LO', study.dicom_id),
  '00100030': element('DA', study.birth_date),
  '00100040': element('CS', study.sex),
  '0020000D': element('UI', study.study_uid),
  '00200010': element('SH', study.dicom_study_id),
  '00201206': element('IS', study.series_count),
  '00201208': element('IS', study.instance_count),
})
export const listedOfStudies: readonly string[] = [
  '00080005',
  '00080020',
  '00080030',
  '00080050',
  '00080056',
  '00080061',
  '00080090',
  '00081030',
  '00081190',
  '00100010',
  '00100020',
  '00100030',
  '00100040',
  '0020000D',
  '00200010',
  '00201206',
  '00201208',
]
/** Series tags with which instances are listed if no series tags are requested. */
export const seriesTags = ['00080060', '0008103E', '00180015', '00200011', '00400244', '00400245', '00400275']
