import dcmjs from 'dcmjs'
import { v7 as uuid } from 'uuid'
import { measurementSeries, programName } from '../../../clinic/imaging/archive/staff-series.ts'
import { type DicomJson, textOf } from '../../../clinic/imaging/dicom/dicom-json.ts'
import { explicitLittleEndian } from '../../../clinic/imaging/dicom/transfer-syntaxes.ts'
import { codeOf, type Keywords, ofTemplate } from './content-items.ts'
import { contentOf, measurementReport, type ReportContent } from './report-content.ts'

const { DicomDict, DicomMetaDictionary } = dcmjs.data
const comprehensiveSr = '1.2.840.10008.5.1.4.1.1.88.33'
/** This program, as the file's author and as the device that the user measured with. */
const programUid = '2.25.133371929381126432105268862047013915418'

/** A globally unique UID (PS3.5 B.2). */
export const newUid = () => `2.25.${BigInt(`0x${uuid().replaceAll('-', '')}`)}`

export type ReportPlace = { series: string; instance: string; seriesNumber: number; instanceNumber: number }
export type Report = Omit<ReportContent, 'device'> & {
  place: ReportPlace
  /** The tags of an image of the study, from which the report takes the patient and the study. */
  image: DicomJson
  /** What this one replaces. */
  predecessor: { series: string; instance: string } | undefined
  /** The day and the time at the site, `20261123` and `201500`. */
  day: string
  time: string
  version: string
}

/** An image's data about its patient and study (PS3.3 C.7.1.1 and C.7.2.1), empty if it has none. */
const shared = {
  PatientName: '00100010',
  PatientID: '00100020',
  PatientBirthDate: '00100030',
  PatientSex: '00100040',
  StudyDate: '00080020',
  StudyTime: '00080030',
  AccessionNumber: '00080050',
  ReferringPhysicianName: '00080090',
  StudyID: '00200010',
}
const sharedIfThere = { IssuerOfPatientID: '00100021', StudyDescription: '00081030' }
const sharedOf = (image: DicomJson): Keywords => {
  const read = (tags: object) => Object.entries(tags).map(([name, tag]) => [name, textOf(image, tag) ?? ''])
  return Object.fromEntries([...read(shared), ...read(sharedIfThere).filter(([, value]) => value !== '')])
}

/** A list of references, by study and series (PS3.3 C.17.2.1). */
const evidence = (study: string, all: readonly (Keywords & { series: string })[]) => {
  const bySeries = Map.groupBy(all, ({ series }) => series)
  return [
    {
      StudyInstanceUID: study,
      ReferencedSeriesSequence: [...bySeries].map(([SeriesInstanceUID, references]) => ({
        SeriesInstanceUID,
        ReferencedSOPSequence: references.map(({ series: _, ...reference }) => reference),
      })),
    },
  ]
}
const reference = (series: string, ReferencedSOPClassUID: string, ReferencedSOPInstanceUID: string) => ({
  series,
  ReferencedSOPClassUID,
  ReferencedSOPInstanceUID,
})

/** A Comprehensive SR with one person's measurements: complete, and not verified. */
export const reportFile = ({ place, image, predecessor, day, time, version, ...content }: Report) => {
  const study = textOf(image, '0020000D') ?? ''
  const pictures = new Map(content.shapes.map((shape) => [shape.instance, shape]))
  const dataset: Keywords = {
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: comprehensiveSr,
    SOPInstanceUID: place.instance,
    ...sharedOf(image),
    StudyInstanceUID: study,
    SeriesInstanceUID: place.series,
    Modality: 'SR',
    SeriesNumber: String(place.seriesNumber),
    SeriesDescription: measurementSeries,
    SeriesDate: day,
    SeriesTime: time,
    ReferencedPerformedProcedureStepSequence: [],
    Manufacturer: programName,
    ManufacturerModelName: programName,
    SoftwareVersions: version,
    InstanceNumber: String(place.instanceNumber),
    InstanceCreationDate: day,
    InstanceCreationTime: time,
    ContentDate: day,
    ContentTime: time,
    CompletionFlag: 'COMPLETE',
    VerificationFlag: 'UNVERIFIED',
    AuthorObserverSequence: [
      {
        ObserverType: 'PSN',
        PersonName: content.author,
        PersonIdentificationCodeSequence: [],
        InstitutionName: '',
        InstitutionCodeSequence: [],
      },
    ],
    PerformedProcedureCodeSequence: [],
    CurrentRequestedProcedureEvidenceSequence: evidence(
      study,
      [...pictures.values()].map(({ series, picture }) => reference(series, picture.sopClass, picture.instance)),
    ),
    ...(predecessor && {
      PredecessorDocumentsSequence: evidence(study, [
        reference(predecessor.series, comprehensiveSr, predecessor.instance),
      ]),
    }),
    ValueType: 'CONTAINER',
    ConceptNameCodeSequence: codeOf(measurementReport),
    ContinuityOfContent: 'SEPARATE',
    ContentTemplateSequence: ofTemplate('1500'),
    ContentSequence: contentOf({ ...content, device: { name: programName, uid: programUid, version } }),
  }
  const file = new DicomDict(
    DicomMetaDictionary.denaturalizeDataset({
      FileMetaInformationVersion: new Uint8Array([0, 1]).buffer,
      MediaStorageSOPClassUID: comprehensiveSr,
      MediaStorageSOPInstanceUID: place.instance,
      TransferSyntaxUID: explicitLittleEndian,
      ImplementationClassUID: programUid,
    }),
  )
  file.dict = DicomMetaDictionary.denaturalizeDataset(dataset)
  return Buffer.from(file.write())
}
