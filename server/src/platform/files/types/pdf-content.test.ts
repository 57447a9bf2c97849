import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkedInProcess } from './checked-in-process.ts'
import { refuseActivePdf } from './pdf-content.ts'
import { UnsupportedType } from './unsupported-type.ts'

const pdf = (body: string) => Buffer.from(`%PDF-1.7\n${body}\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`, 'latin1')
const catalog = (more: string) => pdf(`1 0 obj<</Type/Catalog${more}>>endobj`)
const script = '/S/JavaScript/JS(app.alert\\(1\\))'
const stream = (dictionary: string, data: Buffer | string, begin = 'stream\n') =>
  `<<${dictionary}/Length ${data.length}>>${begin}${data.toString('latin1')}\nendstream`
/** Objects packed the way producers do it: a table of numbers and offsets, then the objects. */
const packed = (objects: string[], more = '/Filter/FlateDecode', { first = '/First', type = '/Type/ObjStm' } = {}) => {
  let at = 0
  const table = objects.map((object, index) => {
    const line = `${index + 10} ${at} `
    at += object.length + 1
    return line
  })
  const content = Buffer.from(`${table.join('')}${objects.join(' ')}`, 'latin1')
  const data = more.includes('Decode') ? deflateSync(content) : content
  return `5 0 obj${stream(`${type}/N ${objects.length}${first} ${table.join('').length}${more}`, data)}endobj`
}

const verdict = (bytes: Buffer) => {
  try {
    refuseActivePdf(bytes)
    return 'fine'
  } catch (error) {
    if (error instanceof UnsupportedType) return error.refusal.sentence
    throw error
  }
}

test.each<[string, Buffer]>([
  ['a script', catalog(`/OpenAction<<${script}>>`)],
  ['a script of its own object', pdf(`1 0 obj<</OpenAction 2 0 R>>endobj 2 0 obj<<${script}>>endobj`)],
  ['a script under a written-out name', catalog('/OpenAction<</S/J#61va#53cript>>')],
  ['a script whose name is an object of its own', pdf('7 0 obj/JavaScript endobj')],
  ['a script behind a remark', catalog('/OpenAction<</S % really?\n/JavaScript>>')],
  ['a script of the document', catalog('/Names<</JavaScript 4 0 R>>')],
  ['a script of a model', pdf('1 0 obj<</Subtype/3D/OnInstantiate 2 0 R>>endobj')],
  ['a program to start', catalog('/OpenAction<</S/Launch/F(calc.exe)>>')],
  ['a form that sends itself', catalog('/OpenAction<</S/SubmitForm/F(https://x.example)>>')],
  ['a jump into a file on another server', catalog('/OpenAction<</S/GoToR/F(//x.example/share/x.pdf)>>')],
  ['an XFA form', catalog('/AcroForm<</XFA 5 0 R>>')],
  ['further actions', pdf('2 0 obj<</Type/Page/AA<</O 3 0 R>>>>endobj')],
  ['an embedded file', pdf(`2 0 obj${stream('/Type/EmbeddedFile', 'MZ')}endobj`)],
  ['names of embedded files', catalog('/Names<</EmbeddedFiles 4 0 R>>')],
  ['a rendition', pdf('2 0 obj<</S/Rendition/OP 0>>endobj')],
  ['a film', pdf('2 0 obj<</Subtype/Movie>>endobj')],
  ['a sound', pdf('2 0 obj<</Subtype/Sound>>endobj')],
  ['rich media', pdf('2 0 obj<</Subtype/RichMedia>>endobj')],
  ['a script among compressed objects', pdf(packed(['<</A 1>>', `<<${script}>>`]))],
  ['a script among objects that are not compressed', pdf(packed([`<<${script}>>`], ''))],
  [
    'a script in objects whose type has another name',
    pdf(packed([`<<${script}>>`], undefined, { type: '/Type/X#4fbject' }).replace('/X#4fbject', '/Obj#53tm')),
  ],
  ['a script in objects without a type', pdf(packed([`<<${script}>>`], undefined, { type: '' }))],
  [
    'a script in objects whose start has a written-out name',
    pdf(packed([`<<${script}>>`], undefined, { type: '', first: '/F#69rst' })),
  ],
  [
    'a script that the table of compressed objects does not name',
    pdf(
      `5 0 obj${stream('/Type/ObjStm/N 1/First 5/Filter/FlateDecode', deflateSync(Buffer.from(`10 0 <</A 1>> <<${script}>>`)))}endobj`,
    ),
  ],
  ['a script in the second object of a stream', pdf(packed(['(a string) ', `<<${script}>>`]))],
  ['a script that an update adds', Buffer.concat([catalog(''), pdf(`1 0 obj<<${script}>>endobj`).subarray(9)])],
  ['a script that a table of contents finds in a remark', pdf(`% 9 0 obj<<${script}>>endobj`)],
  ['a script that a table of contents finds in a string', catalog(`/X(9 0 obj<<${script}>>endobj)`)],
  [
    'a script that a table of contents finds in a stream',
    pdf(`2 0 obj${stream('', `9 0 obj<<${script}>>endobj`)}endobj`),
  ],
  ['a script behind a stray end', pdf(`2 0 obj<</X endobj ${script}>>endobj`)],
  ['a script behind a stray bracket', pdf(`2 0 obj<</X ] >> <<${script}>>endobj`)],
  ['a script behind an open string', pdf(`2 0 obj<</X(never closed>>endobj\n3 0 obj<<${script}>>endobj`)],
  ['a script in the trailer', Buffer.from(`%PDF-1.7\ntrailer<</Root<</OpenAction<<${script}>>>>>>\n%%EOF\n`)],
  ['a script beside an encrypted document', pdf(`2 0 obj<<${script}>>endobj trailer<</Encrypt 3 0 R>>`)],
])('%s is found', (_, bytes) => expect(verdict(bytes)).toBe('activePdf'))

const bomb = deflateSync(Buffer.alloc(40_000_000, ' '))
test.each<[string, Buffer]>([
  ['encrypted', pdf(`${packed(['<<>>'])} trailer<</Encrypt 3 0 R>>`)],
  [
    'written as digits',
    pdf(`5 0 obj${stream('/Type/ObjStm/N 1/First 4/Filter[/ASCIIHexDecode/FlateDecode]', '00')}endobj`),
  ],
  ['compressed twice', pdf(packed(['<<>>'], '/Filter[/FlateDecode/FlateDecode]'))],
  ['compressed by a rule that stands elsewhere', pdf(packed(['<<>>'], '/Filter 9 0 R'))],
  ['compressed with a predictor', pdf(packed(['<<>>'], '/Filter/FlateDecode/DecodeParms<</Predictor 12>>'))],
  ['in another file', pdf(packed(['<<>>'], '/F(other.bin)'))],
  ['begun where another object says', pdf(packed(['<<>>']).replace(/First (\d+)/, 'First $1 0 R'))],
  ['begun twice', pdf(packed(['<<>>'], '/Filter/FlateDecode/First 0'))],
  ['begun behind a gap', pdf(packed(['<<>>']).replace('stream\n', 'stream  \n'))],
  ['not to be opened', pdf(`5 0 obj${stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', 'nonsense')}endobj`)],
  ['a bomb', pdf(`5 0 obj${stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', bomb)}endobj`)],
  [
    'many bombs',
    pdf(
      Array.from(
        { length: 3 },
        () =>
          `5 0 obj${stream('/Type/ObjStm/N 1/First 0/Filter/FlateDecode', deflateSync(Buffer.alloc(9_000_000, ' ')))}endobj`,
      ).join(''),
    ),
  ],
  [
    'without a table',
    pdf(
      packed(['<<>>']).replace(
        /stream\n[\s\S]*/,
        `stream\n${deflateSync(Buffer.from('% 1 0 obj <<>>')).toString('latin1')}\nendstream`,
      ),
    ),
  ],
])('compressed objects that are %s cannot be checked, and say so', (_, bytes) =>
  expect(verdict(bytes)).toBe('hiddenPdf'),
)

test('a file of strings that never end is given up', () => {
  expect(verdict(pdf('1 0 obj('.repeat(20_000)))).toBe('hiddenPdf')
})

test('a file of objects that never end is given up', () => {
  expect(verdict(pdf('1 0 obj<</A '.repeat(100_000)))).toBe('hiddenPdf')
})

test.each<[string, Buffer]>([
  [
    'a link to the web',
    pdf('2 0 obj<</Subtype/Link/A<</S/URI/URI(https://x.example/Launch/JavaScript?a=/AA)>>>>endobj'),
  ],
  ['a page to open at', catalog('/OpenAction<</S/GoTo/D[3 0 R/FitH null]>>')],
  ['a place to open at', catalog('/OpenAction[3 0 R/XYZ null null 1]')],
  ['a link in compressed objects', pdf(packed(['<</S/URI/URI(https://x.example/JavaScript)>>', '[/GoTo 1]']))],
  ['compressed objects without compression', pdf(packed(['<</Type/Catalog>>', '[1 2 3]'], ''))],
  ['empty rules of a compression', pdf(packed(['<<>>'], '/Filter[/FlateDecode]/DecodeParms[null]'))],
  ['a form to fill in', catalog('/AcroForm<</Fields[4 0 R]/DA(/Helv 0 Tf 0 g)>>')],
  [
    'names in a text',
    pdf(`2 0 obj${stream('', 'BT (The /JavaScript and the /AA of the object, the /Sound of it) Tj ET')}endobj`),
  ],
  ['names in a title', catalog('/Title(On /Launch and /XFA)/Author<2f4161>')],
  ['encryption without compressed objects', pdf('2 0 obj<</Type/Page>>endobj trailer<</Encrypt 3 0 R>>')],
  ['marks of its own', catalog('/Sounds 1/Movies 2/AAA 3/JSX 4/Launched 5')],
])('%s is harmless', (_, bytes) => expect(verdict(bytes)).toBe('fine'))

test('a file is checked in a process of its own', async () => {
  const check = checkedInProcess('pdf')
  check.take(catalog(`/OpenAction<<${script}>>`))
  await expect(Promise.resolve(check.end())).rejects.toMatchObject({ refusal: { sentence: 'activePdf' } })
})

test('a file of millions of tokens in a few kilobytes is given up, not read to its end', () => {
  const bytes = packed([`${'['.repeat(5_000_000)}`])
  expect(bytes.length).toBeLessThan(50_000)
  expect(verdict(pdf(bytes))).not.toBe('fine')
})
