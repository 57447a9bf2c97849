import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ZipEntry, zipBytes } from '../../../../test/zip-bytes.ts'
import { checkedInProcess } from './checked-in-process.ts'
import { checkDocx } from './docx.ts'
import { checkResultOf } from './unsupported-type.ts'
import { checkZip } from './zip.ts'

const zipVerdict = (bytes: Buffer) => checkResultOf(() => checkZip(bytes))
const zeros = (bytes: number) => Buffer.alloc(bytes)

test.each<[string, ZipEntry[]]>([
  ['says 10 bytes and unpacks to 50 MB', [{ name: 'a', content: zeros(50_000_000), declared: 10 }]],
  ['says 50 MB and unpacks to 10 bytes', [{ name: 'a', content: zeros(10), declared: 50_000_000 }]],
  ['has a wrong checksum', [{ name: 'a', checksum: 7 }]],
  ['names an entry otherwise than its directory', [{ name: 'a.txt', localName: 'a.exe' }]],
])('a ZIP that %s is refused', async (_, entries) => {
  expect(await zipVerdict(zipBytes(entries))).toMatchObject({ reason: expect.stringContaining('zip: ') })
})

const noise = randomBytes(1_000_000)
const nested = (depth: number, content: Buffer): Buffer =>
  depth === 0 ? content : zipBytes([{ name: `${depth}.zip`, content: nested(depth - 1, content) }])

test.each<[string, Buffer]>([
  ['100 times its size', zipBytes([{ name: 'a', content: zeros(3_000_000) }])],
  [
    '100 MB',
    zipBytes([
      { name: 'n', content: noise },
      { name: 'n2', content: randomBytes(200_000) },
      { name: 'a', content: zeros(101 * 1024 * 1024) },
    ]),
  ],
  ['100 times its size in an archive in it', nested(2, zipBytes([{ name: 'a', content: zeros(2_000_000) }]))],
  ['five levels of archives', nested(5, noise.subarray(0, 100))],
  [
    'a large archive',
    zipBytes([
      { name: 'n', content: noise },
      { name: 'a.zip', content: Buffer.concat([zipBytes([{ name: 'a' }]), zeros(6_000_000)]) },
    ]),
  ],
])('a ZIP that unpacks to more than %s is refused, and says so', async (_, bytes) => {
  expect(await zipVerdict(bytes)).toMatchObject({ sentence: 'tightZip' })
})

test('a ZIP of files, folders and other archives passes', async () => {
  const inner = zipBytes([{ name: 'scan.dcm', content: noise.subarray(0, 50_000) }])
  const entries = [
    { name: 'a/', content: Buffer.alloc(0) },
    { name: 'a/b.txt' },
    { name: 'a/c.zip', content: inner },
    { name: 'd.docx', content: inner },
  ]
  expect(await zipVerdict(zipBytes(entries))).toBeNull()
})

const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (type: string, target: string, mode = '') =>
  `<Relationship Id="r" Type="${type}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`
const relations = (inside: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`
const docx = (inside: string, more: ZipEntry[] = [], typesXml = types) =>
  zipBytes([
    { name: '[Content_Types].xml', content: Buffer.from(typesXml) },
    { name: 'word/document.xml' },
    { name: 'word/_rels/document.xml.rels', content: Buffer.from(relations(inside)) },
    ...more,
  ])
const docxVerdict = (bytes: Buffer) => checkResultOf(() => checkDocx(bytes))

test.each<[string, Buffer]>([
  ['macros', docx('', [{ name: 'word/vbaProject.bin' }])],
  [
    'macros under another name',
    docx(relation('http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'harmless.bin')),
  ],
  [
    'the type of a document with macros',
    docx('', [], types.replace('application/xml', 'application/vnd.ms-word.document.macroEnabled.main+xml')),
  ],
  ['a template from the web', docx(relation(`${office}/attachedTemplate`, 'https://x.example/a.dotm', 'External'))],
  [
    'a template from a share',
    docx(relation(`${office}/attachedTemplate`, 'file:///\\\\x.example\\a.dotm', 'External')),
  ],
  ['an object of another program', docx(relation(`${office}/oleObject`, 'object.bin'))],
  ['an embedded file', docx('', [{ name: 'word/embeddings/oleObject1.bin' }])],
  ['a picture from the web', docx(relation(`${office}/image`, 'https://x.example/a.png', 'External'))],
  ['a page of HTML', docx(relation(`${office}/aFChunk`, 'a.html'))],
])('a docx with %s is refused, and says so', async (_, bytes) => {
  expect(await docxVerdict(bytes)).toMatchObject({ sentence: 'activeDocx' })
})

test.each<[string, Buffer]>([
  ['no document', zipBytes([{ name: 'a.txt' }])],
  ['types and no document', zipBytes([{ name: '[Content_Types].xml', content: Buffer.from(types) }])],
  ['relations that are no XML', docx('<')],
  ['relations with entities', docx('', [], `<!DOCTYPE a [<!ENTITY b "c">]>${types}`)],
  [
    'relations in UTF-16',
    zipBytes([
      { name: '[Content_Types].xml', content: Buffer.from(`\ufeff${types}`, 'utf16le') },
      { name: 'word/document.xml' },
    ]),
  ],
  ['a bomb', docx('', [{ name: 'word/media/a.bmp', content: zeros(3_000_000) }])],
])('a docx with %s is refused', async (_, bytes) => expect(await docxVerdict(bytes)).not.toBeNull())

test('a docx with links, pictures and the template of its writer passes', async () => {
  const inside = [
    relation(`${office}/hyperlink`, 'https://clinic.example/', 'External'),
    relation(`${office}/hyperlink`, 'mailto:desk@clinic.example', 'External'),
    relation(`${office}/image`, 'media/image1.png'),
    relation(`${office}/attachedTemplate`, 'file:///C:\\Users\\nora\\Letter.dotx', 'External'),
    relation(`${office}/styles`, 'styles.xml'),
  ]
  expect(await docxVerdict(docx(inside.join('')))).toBeNull()
})

test('archives are checked in a process of their own', async () => {
  for (const type of ['zip', 'docx'] as const) {
    const check = checkedInProcess(type)
    check.take(zipBytes([{ name: 'a', content: zeros(3_000_000) }]))
    await expect(Promise.resolve(check.end())).rejects.toMatchObject({ refusal: { sentence: 'tightZip' } })
  }
})
