import { type DicomTags, renderInstance, searchStudyInstances } from '@fornix/contract'
import { openStream } from '../../../platform/calls/api.ts'
import { listed } from '../dicomweb.ts'
import { itemsOf, numberOf, textOf } from '../tags.ts'

const storage = '1.2.840.10008.5.1.4.1.1.'
const pdf = `${storage}104.1`
const selection = `${storage}88.59`
/** Structured reports, from basic text to dose and echo, including key object selections (PS3.4 B.5). */
const reports = [11, 22, 33, 34, 35, 40, 50, 59, 65, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76].map(
  (number) => `${storage}88.${number}`,
)
/** Binary or fractional, and label maps. */
const segmentations = [`${storage}66.4`, `${storage}66.7`]
const wanted = [...reports, pdf, ...segmentations]

const kindOf = (sopClass: string) => {
  if (segmentations.includes(sopClass)) return 'segmentation'
  return sopClass === pdf ? 'pdf' : 'report'
}

/** The content of a study besides its pictures. */
export type StudyDocument = {
  kind: 'report' | 'pdf' | 'segmentation'
  series: string
  instance: string
  /** Whether it marks pictures (Key Object Selection). */
  isSelection: boolean
  /** Whether it is a list of measurements (PS3.16 TID 1500). */
  isMeasurements: boolean
  /** Empty if it has none. */
  title: string
  /** `20260910`, or empty. */
  date: string
  /** For a segmentation; 0 if the archive does not say. */
  frames: number
  /** A later document of the study says that it replaces this one. */
  isReplaced: boolean
}

const documentOf = (tags: DicomTags): Omit<StudyDocument, 'isReplaced'> => {
  const [name = {}] = itemsOf(tags, '0040A043')
  return {
    kind: kindOf(textOf(tags, '00080016')),
    isSelection: textOf(tags, '00080016') === selection,
    series: textOf(tags, '0020000E'),
    instance: textOf(tags, '00080018'),
    isMeasurements: textOf(name, '00080102') === 'DCM' && textOf(name, '00080100') === '126000',
    title: textOf(tags, '00420010') || textOf(name, '00080104'),
    date: textOf(tags, '00080023'),
    frames: numberOf(tags, '00280008') ?? 0,
  }
}

/** The instances that a document replaces (PS3.3 C.17.2.3). */
const predecessorsOf = (tags: DicomTags) =>
  itemsOf(tags, '0040A360')
    .flatMap((study) => itemsOf(study, '00081115'))
    .flatMap((series) => itemsOf(series, '00081199'))
    .map((reference) => textOf(reference, '00081155'))

/** The documents of a study, newest first, and its segmentations. */
export const readDocuments = async (study: string, signal: AbortSignal) => {
  const query = { SOPClassUID: wanted.join(','), includefield: '00080023,00280008,0040A043,0040A360,00420010' }
  const list = await listed(searchStudyInstances, { params: { study }, query }, signal)
  const replaced = new Set(list.flatMap(predecessorsOf))
  return (
    list
      // An archive may not filter by class.
      .filter((tags) => wanted.includes(textOf(tags, '00080016')))
      .map((tags) => ({ document: documentOf(tags), number: numberOf(tags, '00200013') ?? 0 }))
      .sort((a, b) => b.document.date.localeCompare(a.document.date) || a.number - b.number)
      .map(({ document }) => ({ ...document, isReplaced: replaced.has(document.instance) }))
  )
}

const rendered = async (study: string, { series, instance }: StudyDocument, accept: string, signal: AbortSignal) =>
  openStream(renderInstance, signal, { params: { study, series, instance }, query: { accept } })

export const readReport = async (study: string, document: StudyDocument, signal: AbortSignal) =>
  (await rendered(study, document, 'text/html', signal)).text()

export const readPdf = async (study: string, document: StudyDocument, signal: AbortSignal) =>
  (await rendered(study, document, 'application/pdf', signal)).blob()
