import { createHash } from 'node:crypto'
import dcmjs from 'dcmjs'
import type { Volume } from './nifti.ts'

const { DicomDict, DicomMetaDictionary } = dcmjs.data

const mrImageStorage = '1.2.840.10008.5.1.4.1.1.4'
const explicitLittleEndian = '1.2.840.10008.1.2.1'

/** A UID that is the same for the same parts: the root for UUIDs (DICOM PS3.5 B.2) and 128 bits of their hash. */
export const uidOf = (...parts: (string | number)[]) =>
  `2.25.${BigInt(`0x${createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 32)}`)}`

export type Study = {
  studyUid: string
  /** DICOM digits: YYYYMMDD and HHMMSS. */
  date: string
  time: string
  accession: string
  description: string
  physician: string
  institution: string
  patient: { id: string; issuer: string; name: string; birthDate: string; sex: 'F' | 'M' | 'O' }
}
export type Sequence = {
  number: number
  description: string
  scanning: 'GR' | 'SE' | 'IR'
  repetitionMs: number
  echoMs: number
  inversionMs?: number
  window: { center: number; width: number }
  /** The stored value of a voxel, 0 to 4095, by its index in the volume. */
  valueAt: (voxel: number) => number
}
/** What matters to nobody who only needs some series. */
export const plainSequence = (number: number) =>
  ({
    number,
    description: `Series ${number}`,
    scanning: 'GR',
    repetitionMs: 880,
    echoMs: 5,
    window: { center: 1000, width: 2000 },
    valueAt: (voxel) => voxel,
  }) satisfies Sequence
export type Instance = { sopUid: string; seriesUid: string; bytes: Buffer }

const studyTags = ({ studyUid, date, time, accession, description, physician, institution, patient }: Study) => ({
  SpecificCharacterSet: 'ISO_IR 192',
  StudyInstanceUID: studyUid,
  StudyID: '1',
  StudyDate: date,
  SeriesDate: date,
  AcquisitionDate: date,
  ContentDate: date,
  StudyTime: time,
  SeriesTime: time,
  AcquisitionTime: time,
  ContentTime: time,
  AccessionNumber: accession,
  StudyDescription: description,
  ReferringPhysicianName: physician,
  InstitutionName: institution,
  PatientName: patient.name,
  PatientID: patient.id,
  IssuerOfPatientID: patient.issuer,
  PatientBirthDate: patient.birthDate,
  PatientSex: patient.sex,
  PatientIdentityRemoved: 'YES',
  DeidentificationMethod: 'Synthetic demo built from the Colin27 template',
})

const seriesTags = (sequence: Sequence, { nx, ny, dx, dy, dz }: Volume) => ({
  Modality: 'MR',
  Manufacturer: 'Synthetic (demo data)',
  ManufacturerModelName: 'Portable 64 mT demo',
  SoftwareVersions: 'demo',
  SeriesNumber: sequence.number,
  SeriesDescription: sequence.description,
  ProtocolName: sequence.description,
  AcquisitionNumber: 1,
  BodyPartExamined: 'HEAD',
  PatientPosition: 'HFS',
  PositionReferenceIndicator: '',
  ImageType: ['DERIVED', 'SECONDARY', 'OTHER'],
  ScanningSequence: sequence.scanning,
  SequenceVariant: 'NONE',
  ScanOptions: '',
  MRAcquisitionType: '3D',
  MagneticFieldStrength: 0.064,
  RepetitionTime: sequence.repetitionMs,
  EchoTime: sequence.echoMs,
  EchoTrainLength: 1,
  ...(sequence.inversionMs ? { InversionTime: sequence.inversionMs } : {}),
  SliceThickness: dz,
  SpacingBetweenSlices: dz,
  SamplesPerPixel: 1,
  PhotometricInterpretation: 'MONOCHROME2',
  Rows: ny,
  Columns: nx,
  PixelSpacing: [dy, dx],
  BitsAllocated: 16,
  BitsStored: 12,
  HighBit: 11,
  PixelRepresentation: 0,
  WindowCenter: sequence.window.center,
  WindowWidth: sequence.window.width,
  ImageOrientationPatient: [1, 0, 0, 0, 1, 0],
})

/** One slice: rows from front to back and columns from right to left, because NIfTI counts towards R, A, S and DICOM towards L, P, S. */
const pixelsOf = ({ nx, ny }: Volume, slice: number, { valueAt }: Sequence) => {
  const pixels = new Uint16Array(nx * ny)
  for (let row = 0; row < ny; row++)
    for (let column = 0; column < nx; column++)
      pixels[row * nx + column] = valueAt((slice * ny + (ny - 1 - row)) * nx + (nx - 1 - column))
  return pixels
}

const fileOf = (sopUid: string, dataset: Record<string, unknown>) => {
  const meta = DicomMetaDictionary.denaturalizeDataset({
    FileMetaInformationVersion: new Uint8Array([0, 1]).buffer,
    MediaStorageSOPClassUID: mrImageStorage,
    MediaStorageSOPInstanceUID: sopUid,
    TransferSyntaxUID: explicitLittleEndian,
    ImplementationClassUID: uidOf('fornix-demo'),
    ImplementationVersionName: 'FORNIXDEMO1',
  })
  const file = new DicomDict(meta)
  file.dict = DicomMetaDictionary.denaturalizeDataset(dataset)
  return Buffer.from(file.write())
}

/** From the middle of the volume to the middle of its first voxel, in mm; ten-thousandths fit the 16 characters of a DS. */
const halfOf = (count: number, spacing: number) => Math.round(((count - 1) * spacing * 1e4) / 2) / 1e4

/** The classic MR images of one series, one file for each slice, the same bytes at every run. */
export function* mrSeries(volume: Volume, study: Study, sequence: Sequence): Generator<Instance> {
  const { nx, ny, nz, dx, dy, dz } = volume
  const seriesUid = uidOf('series', study.studyUid, sequence.number)
  const shared = { ...studyTags(study), ...seriesTags(sequence, volume) }
  for (let slice = 0; slice < nz; slice++) {
    const sopUid = uidOf('sop', seriesUid, slice + 1)
    const pixels = pixelsOf(volume, slice, sequence)
    const z = slice * dz - halfOf(nz, dz)
    const dataset = {
      ...shared,
      SOPClassUID: mrImageStorage,
      SOPInstanceUID: sopUid,
      SeriesInstanceUID: seriesUid,
      FrameOfReferenceUID: uidOf('frame', study.studyUid),
      InstanceNumber: slice + 1,
      ImagePositionPatient: [-halfOf(nx, dx), -halfOf(ny, dy), z],
      SliceLocation: z,
      SmallestImagePixelValue: pixels.reduce((least, value) => Math.min(least, value)),
      LargestImagePixelValue: pixels.reduce((most, value) => Math.max(most, value)),
      PixelData: pixels.buffer,
      _vrMap: { PixelData: 'OW', SmallestImagePixelValue: 'US', LargestImagePixelValue: 'US' },
    }
    yield { sopUid, seriesUid, bytes: fileOf(sopUid, dataset) }
  }
}
