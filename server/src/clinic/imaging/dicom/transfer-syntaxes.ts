export const implicitLittleEndian = '1.2.840.10008.1.2'
export const explicitLittleEndian = '1.2.840.10008.1.2.1'

/** What is taken in, by UID (DICOM PS3.6 A). Deflated and big-endian files and video are not. */
export const transferSyntaxes: ReadonlyMap<string, string> = new Map([
  [implicitLittleEndian, 'Implicit VR Little Endian'],
  [explicitLittleEndian, 'Explicit VR Little Endian'],
  ['1.2.840.10008.1.2.4.50', 'JPEG Baseline'],
  ['1.2.840.10008.1.2.4.51', 'JPEG Extended'],
  ['1.2.840.10008.1.2.4.57', 'JPEG Lossless'],
  ['1.2.840.10008.1.2.4.70', 'JPEG Lossless, first-order prediction'],
  ['1.2.840.10008.1.2.4.80', 'JPEG-LS Lossless'],
  ['1.2.840.10008.1.2.4.81', 'JPEG-LS Near-lossless'],
  ['1.2.840.10008.1.2.4.90', 'JPEG 2000 Lossless'],
  ['1.2.840.10008.1.2.4.91', 'JPEG 2000'],
  ['1.2.840.10008.1.2.4.201', 'High-Throughput JPEG 2000 Lossless'],
  ['1.2.840.10008.1.2.5', 'RLE Lossless'],
])
