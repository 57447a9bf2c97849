import { expect, test } from 'vitest'
import { type DicomElement, dicomFile, imageElements } from '../../../../server/test/dicom-writer.ts'
import { pixelsAtEnd } from './file-pixels.ts'
import { stackOf } from './image-fixtures.ts'

const [explicit, implicit] = ['1.2.840.10008.1.2.1', '1.2.840.10008.1.2']
const form = { ...stackOf(1)[0]!.form!, rows: 3, columns: 5, allocated: 8 }
const pixels = Uint8Array.from({ length: 15 }, (_, n) => n + 1)
const padded = Buffer.from([...pixels, 0])
const fileOf = (syntax = explicit, vr = 'OW', more: DicomElement[] = []) =>
  new Uint8Array(
    dicomFile({
      uids: { study: '2.25.5', series: '2.25.5.1', instance: '2.25.5.1.1' },
      syntax,
      more: [...imageElements({ rows: 3, columns: 5, bits: 8 }), [0x7fe00010, vr, padded], ...more],
    }),
  )

test.each([
  ['explicit, as words', explicit, fileOf()],
  ['explicit, as bytes', explicit, fileOf(explicit, 'OB')],
  ['implicit', implicit, fileOf(implicit)],
])('the pixels at the end of a file are found, without what makes them even: %s', (_, syntax, file) => {
  expect(pixelsAtEnd(file, syntax, form)).toEqual(pixels)
})

test.each<[string, string, Uint8Array<ArrayBuffer>, Partial<typeof form>]>([
  ['something follows', explicit, fileOf(explicit, 'OW', [[0xfffcfffc, 'OB', Buffer.alloc(4)]]), {}],
  ['it is compressed', '1.2.840.10008.1.2.4.90', fileOf(), {}],
  ['it is big-endian', '1.2.840.10008.1.2.2', fileOf(), {}],
  ['the tags tell another size', explicit, fileOf(), { rows: 4 }],
  ['it was cut short', explicit, fileOf().slice(0, -2), {}],
  ['it is in the other form', implicit, fileOf(), {}],
  ['there are none', explicit, new Uint8Array(4), {}],
])('no pixels are taken where %s', (_, syntax, file, change) => {
  expect(pixelsAtEnd(file, syntax, { ...form, ...change })).toBeUndefined()
})
