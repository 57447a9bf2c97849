import type { Scope } from '../../../platform/database/scope.ts'
import type { StudyFacts } from '../../records/study-search.ts'
import { type DicomJson, numberOf, textOf } from '../dicom/dicom-json.ts'
import type { ImagingArchive } from './archive.ts'
import { birthDateTag } from './image-tags.ts'

/** What the portal stores of a study: its row in the lists, and DICOM's data about the patient. */
export type StudySummary = StudyFacts & {
  study_uid: string
  study_date: string
  scan_type: string
  source: string
  series_uid: string
  dicom_patient_id: string
  dicom_issuer: string
  dicom_patient_name: string
  dicom_birth_date: string
}

const isLocalizer = (series: DicomJson) => /localizer|scout|survey/i.test(textOf(series, '0008103E') ?? '')
/** Reports, documents, markings and plans belong to a study, which opens with its images. */
const isWithoutImages = (series: DicomJson) =>
  /^(SR|PR|KO|DOC|SEG|RTSTRUCT|RTPLAN|RTRECORD|REG|FID|AU|ECG|HD|PLAN|STAIN|ANN|RESP)$/.test(
    textOf(series, '00080060') ?? '',
  )
const digits = (text: string | undefined) => (text ?? '').replace(/\D/g, '')
/** A DICOM name has at most 64 characters for each of its three forms; a much longer one would burden every list that shows it. */
const maxText = 250
export const first = (tags: DicomJson, ...wanted: string[]) =>
  (wanted.map((tag) => textOf(tags, tag)).find(Boolean) ?? '').slice(0, maxText).toWellFormed()

/** Reads a study's summary from the archive; null if the archive has no instance of it. */
export const summaryOf = async (archive: ImagingArchive, scope: Scope, study: string): Promise<StudySummary | null> => {
  const all = (await archive.seriesOf(scope, study, [birthDateTag])).toSorted(
    (a, b) => (numberOf(a, '00200011') ?? 0) - (numberOf(b, '00200011') ?? 0),
  )
  const series = textOf(
    all.find((one) => !isLocalizer(one) && !isWithoutImages(one)) ??
      all.find((one) => !isWithoutImages(one)) ??
      all[0] ??
      {},
    '0020000E',
  )
  if (!series) return null
  const [one] = await archive.instancesOf(scope, { study, series })
  const instance = one && textOf(one, '00080018')
  const [tags] = instance ? ((await archive.metadata(scope, { study, series, instance }, '')) ?? []) : []
  if (!tags) return null
  return {
    study_uid: study,
    study_date: digits(textOf(tags, '00080020')).slice(0, 8),
    // The digits before the point, padded: some devices send only the hour.
    study_time: digits(textOf(tags, '00080030')?.split('.')[0]).padEnd(6, '0').slice(0, 6),
    scan_type: first(tags, '00081030', '00181030', '00080060'),
    source: first(tags, '00081010', '00080080') || 'Archive',
    series_uid: series,
    accession_number: first(tags, '00080050'),
    referring_physician: first(tags, '00080090'),
    dicom_study_id: first(tags, '00200010'),
    modalities: [...new Set(all.map((one) => first(one, '00080060')).filter(Boolean))].toSorted(),
    series_count: all.length,
    instance_count: all.reduce((sum, one) => sum + (numberOf(one, '00201209') ?? 0), 0),
    dicom_patient_id: first(tags, '00100020'),
    dicom_issuer: first(tags, '00100021'),
    dicom_patient_name: first(tags, '00100010'),
    // The first file may name none.
    dicom_birth_date: digits([tags, ...all].map((one) => first(one, birthDateTag)).find(Boolean)).slice(0, 8),
  }
}
