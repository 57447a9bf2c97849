export const implicitLittleEndian = '1.2.840.10008.1.2'
export const explicitLittleEndian = '1.2.840.10008.1.2.1'
export const deflated = '1.2.840.10008.1.2.1.99'
export const explicitBigEndian = '1.2.840.10008.1.2.2'

const jpeg = '1.2.840.10008.1.2.4'
/** One stream for all frames, from which no single frame can be cut. */
const videos: [uid: string, name: string][] = [
  [`${jpeg}.100`, 'MPEG2 Main Profile / Main Level'],
  [`${jpeg}.101`, 'MPEG2 Main Profile / High Level'],
  [`${jpeg}.102`, 'MPEG-4 AVC/H.264 High Profile / Level 4.1'],
  [`${jpeg}.103`, 'MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1'],
  [`${jpeg}.104`, 'MPEG-4 AVC/H.264 High Profile / Level 4.2 for 2D video'],
  [`${jpeg}.105`, 'MPEG-4 AVC/H.264 High Profile / Level 4.2 for 3D video'],
  [`${jpeg}.106`, 'MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2'],
  [`${jpeg}.107`, 'HEVC/H.265 Main Profile / Level 5.1'],
  [`${jpeg}.108`, 'HEVC/H.265 Main 10 Profile / Level 5.1'],
].flatMap(([uid = '', name = '']): [string, string][] => [
  [uid, name],
  [`${uid}.1`, `${name}, in fragments`],
])

/** What is accepted, by UID (DICOM PS3.6 A). Syntaxes missing here store tags or pixels where they cannot be found. */
export const transferSyntaxes: ReadonlyMap<string, string> = new Map([
  [implicitLittleEndian, 'Implicit VR Little Endian'],
  [explicitLittleEndian, 'Explicit VR Little Endian'],
  [deflated, 'Deflated Explicit VR Little Endian'],
  [explicitBigEndian, 'Explicit VR Big Endian'],
  ['1.2.840.10008.1.2.1.98', 'Encapsulated Uncompressed Explicit VR Little Endian'],
  [`${jpeg}.50`, 'JPEG Baseline'],
  [`${jpeg}.51`, 'JPEG Extended'],
  [`${jpeg}.57`, 'JPEG Lossless'],
  [`${jpeg}.70`, 'JPEG Lossless, first-order prediction'],
  [`${jpeg}.80`, 'JPEG-LS Lossless'],
  [`${jpeg}.81`, 'JPEG-LS Near-lossless'],
  [`${jpeg}.90`, 'JPEG 2000 Lossless'],
  [`${jpeg}.91`, 'JPEG 2000'],
  [`${jpeg}.201`, 'High-Throughput JPEG 2000 Lossless'],
  [`${jpeg}.202`, 'High-Throughput JPEG 2000 Lossless, with progression'],
  [`${jpeg}.203`, 'High-Throughput JPEG 2000'],
  ['1.2.840.10008.1.2.5', 'RLE Lossless'],
  ...videos,
])

const videoUids = new Set(videos.map(([uid]) => uid))
export const isVideo = (syntax: string) => videoUids.has(syntax)
