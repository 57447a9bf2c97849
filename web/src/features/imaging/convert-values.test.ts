import { expect, test, vi } from 'vitest'
import { dicomFile, imageElements } from '../../../../server/test/dicom-writer.ts'
import { openConverter } from './convert.ts'
import { RealConverter } from './real-converter.ts'

const float = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
const pixels = Buffer.alloc(16 * 16 * 2)
for (let n = 0; n < 256; n++) pixels.writeUInt16LE(n * 8, 2 * n)

const philips = [0, 1, 2, 3].map((n) =>
  dicomFile({
    uids: { study: '2.25.5', series: '2.25.5.1', instance: `2.25.5.1.${n + 1}` },
    more: [
      ...imageElements({ rows: 16, columns: 16, bits: 16 }),
      [0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\M_SE\\M\\SE'],
      [0x00080070, 'LO', 'Philips Medical Systems'],
      [0x00180050, 'DS', '5'],
      [0x00200032, 'DS', `-8\\-8\\${n * 5}`],
      [0x00200037, 'DS', '1\\0\\0\\0\\1\\0'],
      [0x00280030, 'DS', '1\\1'],
      [0x00281052, 'DS', '0'],
      [0x00281053, 'DS', '1.0'],
      [0x20050010, 'LO', 'Philips MR Imaging DD 001'],
      [0x2005100d, 'FL', float(0)],
      [0x2005100e, 'FL', float(0.01)],
      [0x7fe00010, 'OW', pixels],
    ],
  }),
)

test('values are those of Rescale Slope and Intercept, which the window of the file is in, also of a Philips scanner', async () => {
  vi.stubGlobal('Worker', RealConverter)
  const files = philips.map((bytes) => new Uint8Array(bytes))
  const head = new DataView(await openConverter().niftiOf(files, 4, new AbortController().signal))
  expect({ slope: head.getFloat32(112, true), intercept: head.getFloat32(116, true) }).toEqual({
    slope: 1,
    intercept: 0,
  })
})
