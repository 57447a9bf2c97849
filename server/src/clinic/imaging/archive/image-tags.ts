import type { DicomJson } from '../dicom/dicom-json.ts'

/** Overlay Rows of the groups 6000 to 601E (PS3.3 C.9.2). */
const overlayRows = Array.from({ length: 16 }, (_, n) => `60${(2 * n).toString(16).toUpperCase().padStart(2, '0')}0010`)

/**
 * What the list of instances has on each image beyond its UIDs: its position, its form, and what tells it from others at the same position.
 */
export const imageTags = [
  '00080008', // Image Type
  '00080032', // Acquisition Time
  '00180050', // Slice Thickness
  '00180080', // Repetition Time
  '00180081', // Echo Time
  '00180082', // Inversion Time
  '00180086', // Echo Numbers
  '00181060', // Trigger Time
  '00181164', // Imager Pixel Spacing
  '00189075', // Diffusion Directionality
  '00189087', // Diffusion b-value
  '00189089', // Diffusion Gradient Orientation
  '0019100C', // b-value of older Siemens scanners
  '00200012', // Acquisition Number
  '00200020', // Patient Orientation
  '00200032', // Image Position (Patient)
  '00200037', // Image Orientation (Patient)
  '00200052', // Frame of Reference
  '00200100', // Temporal Position Identifier
  '00280004', // Photometric Interpretation
  '00280030', // Pixel Spacing
  '00280034', // Pixel Aspect Ratio
  '00280100', // Bits Allocated
  '00280101', // Bits Stored
  '00280102', // High Bit
  '00280103', // Pixel Representation
  '00280120', // Pixel Padding Value
  '00280121', // Pixel Padding Range Limit
  '00281050', // Window Center
  '00281051', // Window Width
  '00281052', // Rescale Intercept
  '00281053', // Rescale Slope
  '00281056', // VOI LUT Function
  '00283000', // Modality LUT Sequence
  '00283010', // VOI LUT Sequence
  ...overlayRows,
  '20500020', // Presentation LUT Shape
]

/** Available Transfer Syntax UID (PS3.18 10.6.3.3.4). */
export const birthDateTag = '00100030'
export const syntaxTag = '00083002'

const tables = ['00283000', '00283010']
/** The list says that there is a table: its entries may be a hundred kilobytes per image. A request that names it gets it whole. */
export const withoutEntries = (tags: DicomJson, named: readonly string[]): DicomJson =>
  Object.fromEntries(
    Object.entries(tags).map(([tag, element]) =>
      tables.includes(tag) && !named.includes(tag) && element.Value?.length
        ? [tag, { vr: 'SQ', Value: [{}] }]
        : [tag, element],
    ),
  )
