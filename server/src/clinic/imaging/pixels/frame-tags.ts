import { type DicomJson, numberOf, textOf } from '../dicom/dicom-json.ts'

export const tag = {
  samples: '00280002',
  color: '00280004',
  isPlanar: '00280006',
  frames: '00280008',
  rows: '00280010',
  columns: '00280011',
  pixelSpacing: '00280030',
  pixelAspectRatio: '00280034',
  bitsAllocated: '00280100',
  bitsStored: '00280101',
  highBit: '00280102',
  isSigned: '00280103',
  padding: '00280120',
  paddingLimit: '00280121',
  windowCenter: '00281050',
  windowWidth: '00281051',
  intercept: '00281052',
  slope: '00281053',
  windowShape: '00281056',
  modalityTable: '00283000',
  windowTable: '00283010',
  tableDescriptor: '00283002',
  tableData: '00283006',
  presentationShape: '20500020',
  floats: ['7FE00008', '7FE00009'],
  imagerPixelSpacing: '00181164',
  scannedPixelSpacing: '00182010',
  paletteDescriptors: ['00281101', '00281102', '00281103'],
  palettes: ['00281201', '00281202', '00281203'],
  segmentedPalettes: ['00281221', '00281222', '00281223'],
} as const

const kept = Object.values(tag).flat()
/** Overlay Plane and Multi-frame Overlay modules (PS3.3 C.9.2 and C.9.3), of groups 6000 to 601E. */
const overlayTag = /^60[01][02468ACE](0010|0011|0015|0050|0051|0100|0102|3000)$/
export const overlaysIn = (json: DicomJson) => Object.keys(json).filter((name) => overlayTag.test(name))
/** Pixel measures, the window and the rescaling of a frame (PS3.3 C.7.6.16.2). */
const groups = ['00289110', '00289132', '00289145']
const sharedGroups = '52009229'
const groupsOfFrames = '52009230'

const itemsOf = (json: DicomJson, sequence: string) => (json[sequence]?.Value ?? []) as DicomJson[]
export const itemOf = (json: DicomJson, sequence: string): DicomJson | undefined => itemsOf(json, sequence)[0]

const picked = (json: DicomJson): DicomJson =>
  Object.fromEntries([...kept, ...overlaysIn(json)].flatMap((name) => (json[name] ? [[name, json[name]]] : [])))

/** What decides how one frame looks: its own values, then those of all frames, then the image's. */
export const frameTags = (json: DicomJson, frame: number): DicomJson => {
  const ofFrame = [itemOf(json, sharedGroups), itemsOf(json, groupsOfFrames)[frame - 1]]
  const items = ofFrame.flatMap((item) => groups.map((group) => (item && itemOf(item, group)) ?? {}))
  return Object.assign(picked(json), ...items.map(picked))
}

export const colorOf = (tags: DicomJson) => textOf(tags, tag.color) ?? 'MONOCHROME2'

/** Color and shade tables, and overlays, are too long for the archive's index; they are then read from the file. */
export const lacksTables = (tags: DicomJson) => {
  const isLong = (json: DicomJson, name: string) => !json[name]?.Value && !json[name]?.InlineBinary
  const tables = [itemOf(tags, tag.modalityTable), itemOf(tags, tag.windowTable)]
  return (
    tables.some((item) => item && isLong(item, tag.tableData)) ||
    overlaysIn(tags).some((name) => name.endsWith('0010') && isLong(tags, `${name.slice(0, 4)}3000`)) ||
    (colorOf(tags) === 'PALETTE COLOR' && isLong(tags, tag.palettes[0]) && isLong(tags, tag.segmentedPalettes[0]))
  )
}

/** As stored and as decoded: a large mammogram has 56 MB, and a decoder takes about four times as much. */
export const maxFrameBytes = 64 * 1024 * 1024

export const sizeOf = (tags: DicomJson) => ({
  rows: numberOf(tags, tag.rows) ?? 0,
  columns: numberOf(tags, tag.columns) ?? 0,
  samples: numberOf(tags, tag.samples) ?? 1,
})
