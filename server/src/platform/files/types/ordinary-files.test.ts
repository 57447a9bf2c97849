import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import type { FileType } from '@fornix/contract'
import { jsPDF } from 'jspdf'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { inspector } from './type-check.ts'

const picture = () => sharp({ create: { width: 800, height: 600, channels: 3, background: '#345' } })
const zip = async (files: Record<string, Buffer | string>) => {
  const made = new ZipFile()
  for (const [name, content] of Object.entries(files)) made.addBuffer(Buffer.from(content), name)
  made.addEmptyDirectory('folder')
  made.end()
  return buffer(made.outputStream)
}
const page = async (options: object = {}, finish: (document: jsPDF) => unknown = () => {}) => {
  const document = new jsPDF(options)
  document.text('Radiology report: on /JavaScript, /Launch and AA batteries', 20, 20)
  document.addImage(await picture().jpeg().toBuffer(), 'JPEG', 20, 40, 80, 60)
  finish(document)
  return Buffer.from(document.output('arraybuffer'))
}
/** As LaTeX, Word and most others write it: all but the page's text in compressed objects, and the cross-reference table as a stream. */
const withObjectStream = () => {
  const objects = ['<</Type/Catalog/Pages 2 0 R/Lang(en-US)>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>']
  const table = `1 0 2 ${objects[0]!.length + 1} `
  const packed = deflateSync(Buffer.from(`${table}${objects.join(' ')}`))
  const link = '<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://x.example/Launch)>>>>'
  const index = deflateSync(Buffer.alloc(40))
  return Buffer.from(
    `%PDF-1.5\n%\xe2\xe3\xcf\xd3\n3 0 obj\n<</Type/Page/Parent 2 0 R/Annots[${link}]>>\nendobj\n` +
      `5 0 obj\n<</Type/ObjStm/N 2/First ${table.length}/Filter/FlateDecode/Length ${packed.length}>>stream\r\n${packed.toString('latin1')}\r\nendstream\nendobj\n` +
      `6 0 obj\n<</Type/XRef/Size 7/W[1 2 1]/Root 1 0 R/Filter/FlateDecode/DecodeParms<</Columns 4/Predictor 12>>/Length ${index.length}>>stream\n${index.toString('latin1')}\nendstream\nendobj\nstartxref\n400\n%%EOF\n`,
    'latin1',
  )
}
const letter = {
  '[Content_Types].xml':
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml': '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
}

test.each<[string, FileType, () => Promise<Buffer> | Buffer]>([
  ['a report', 'pdf', () => page()],
  ['a compressed report', 'pdf', () => page({ compress: true })],
  [
    'a report with a link',
    'pdf',
    () => page({}, (document) => document.link(1, 1, 9, 9, { url: 'https://x.example/AA' })),
  ],
  [
    'a report with an outline and a title',
    'pdf',
    () =>
      page(
        {},
        (document) =>
          document.outline.add(null, 'Launch', { pageNumber: 1 }) && document.setProperties({ title: 'On /Launch' }),
      ),
  ],
  [
    'a report that a password protects against changes',
    'pdf',
    () => page({ encryption: { ownerPassword: 'x', userPassword: '', userPermissions: ['print'] } }),
  ],
  ['a report of compressed objects', 'pdf', withObjectStream],
  ['a signed form of ours', 'plain-pdf', () => page({ compress: true })],
  ['a PNG', 'png', () => picture().png().toBuffer()],
  ['an interlaced PNG of 256 colors', 'png', () => picture().png({ progressive: true, palette: true }).toBuffer()],
  [
    'a JPEG',
    'jpeg',
    () =>
      picture()
        .withExif({ IFD0: { Copyright: 'Clinic' } })
        .jpeg()
        .toBuffer(),
  ],
  ['a progressive JPEG', 'jpeg', () => picture().jpeg({ progressive: true }).toBuffer()],
  ['a ZIP', 'zip', async () => zip({ 'report.pdf': await page(), 'scan/1.dcm': Buffer.alloc(5000, 'x') })],
  ['a ZIP with a letter in it', 'zip', async () => zip({ 'letter.docx': await zip(letter) })],
  ['a letter', 'docx', () => zip(letter)],
])('%s made by an ordinary program passes', async (_, type, make) => {
  const check = inspector({ name: 'a', allowed: [type], ignoreName: true })
  const bytes = await make()
  expect((await buffer(Readable.from([bytes]).pipe(check))).equals(bytes)).toBe(true)
  expect(check.result().type).toBe(type)
})
