import { readFile } from 'node:fs/promises'
import fontkit from '@cantoo/fontkit'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  type PDFRef,
  PDFString,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { unknownOffset } from './byte-range.ts'
import type { PageInput, PageResult, SecondInput, SignatureField } from './signing-page.ts'
import type { ValidationData } from './validation-data.ts'

const [width, height, margin] = [595.28, 841.89, 56]
const ink = rgb(0.11, 0.13, 0.16)
const quiet = rgb(0.35, 0.38, 0.42)
const teal = rgb(0.024, 0.412, 0.443)
const countersignBox = { x: margin, y: 64, width: width - 2 * margin, height: 92 }

/** Printed, and locked in place. */
const fieldFlags = 132
const signaturesAppendOnly = 3

type Fonts = { regular: PDFFont; bold: PDFFont }

const otherLetters = () => readFile(new URL('../../../../contract/font/DejaVuSans.ttf', import.meta.url))

/** The standard fonts that every reader has; another one only for letters that they lack. */
const fontsFor = async (pdf: PDFDocument, texts: string[]): Promise<Fonts> => {
  const regular = pdf.embedStandardFont(StandardFonts.Helvetica)
  const bold = pdf.embedStandardFont(StandardFonts.HelveticaBold)
  const characters = new Set(regular.getCharacterSet())
  const has = (letter: string) => characters.has(letter.codePointAt(0) ?? 0)
  if (texts.every((text) => [...text].every(has))) return { regular, bold }
  pdf.registerFontkit(fontkit)
  const other = await pdf.embedFont(await otherLetters(), { subset: true })
  return { regular: other, bold: other }
}

/** For a word longer than a line, such as a hash; half a hash fits on each. */
const maxPieceLength = 32

/** Wraps words into lines; a long word continues on the next. */
const linesOf = (text: string, font: PDFFont, size: number, most: number) => {
  const pieces = text
    .split(/\s+/)
    .flatMap((word) =>
      (word.match(new RegExp(`.{1,${maxPieceLength}}`, 'gsu')) ?? []).map((piece, n) => ({ piece, n })),
    )
  const lines: string[] = []
  for (const { piece, n } of pieces) {
    const line = lines.at(-1)
    const longer = line === undefined ? piece : `${line}${n === 0 ? ' ' : ''}${piece}`
    if (line !== undefined && font.widthOfTextAtSize(longer, size) <= most) lines[lines.length - 1] = longer
    else lines.push(piece)
  }
  return lines
}

const drawPage = (
  page: PDFPage,
  { regular, bold }: Fonts,
  { title, lead, rows, notes, countersign }: PageInput['page'],
) => {
  let y = height - margin - 18
  const write = (
    text: string,
    x: number,
    { font = regular, size = 10, most = width - margin - x, color = ink } = {},
  ) => {
    for (const line of linesOf(text, font, size, most)) {
      page.drawText(line, { x, y, size, font, color })
      y -= size * 1.4
    }
  }
  page.drawRectangle({ x: margin, y: height - 36, width: width - 2 * margin, height: 5, color: teal })
  write(title, margin, { font: bold, size: 18 })
  y -= 4
  write(lead, margin, { color: quiet })
  y -= 10
  for (const [name, value] of rows) {
    const top = y
    write(name, margin, { color: quiet, most: 150 })
    const left = y
    y = top
    write(value, margin + 160, { font: bold })
    y = Math.min(left, y) - 4
  }
  y -= 8
  for (const note of notes) {
    write(note, margin, { size: 9, color: quiet })
    y -= 3
  }
  if (!countersign) return
  page.drawRectangle({ ...countersignBox, borderColor: quiet, borderWidth: 0.7 })
  y = countersignBox.y + countersignBox.height - 14
  write(countersign, margin + 8, { size: 9, color: quiet })
}

const addField = (pdf: PDFDocument, page: PDFPage, name: string, box: number[]) => {
  const { context } = pdf
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(name),
      Rect: box,
      F: fieldFlags,
      P: page.ref,
    }),
  )
  page.node.addAnnot(field)
  const form = pdf.catalog.getOrCreateAcroForm()
  form.addField(field)
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(signaturesAppendOnly))
  return field
}

/** A signature dictionary with space for what is not known yet. */
const addSignature = (pdf: PDFDocument, field: PDFDict, { at, name, reason, bytes }: SignatureField) => {
  const { context } = pdf
  const range = PDFArray.withContext(context)
  range.push(PDFNumber.of(0))
  for (let n = 0; n < 3; n++) range.push(PDFName.of(unknownOffset))
  const dictionary = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: range,
    Contents: PDFHexString.of('0'.repeat(bytes * 2)),
    Name: PDFHexString.fromText(name),
    Reason: PDFHexString.fromText(reason),
    M: PDFString.fromDate(new Date(at)),
  })
  field.set(PDFName.of('V'), context.register(dictionary))
}

/** Adds to the document security store (ISO 32000-2, 12.8.4.3), keeping what it contained. */
const addValidation = (pdf: PDFDocument, { certificates, lists }: ValidationData) => {
  const { context, catalog } = pdf
  const before = catalog.lookupMaybe(PDFName.of('DSS'), PDFDict)
  const kept = (name: string) => before?.lookupMaybe(PDFName.of(name), PDFArray)?.asArray() ?? []
  const streams = (all: Uint8Array[]) => all.map((bytes) => context.register(context.stream(bytes)))
  const store = context.obj({
    Type: 'DSS',
    Certs: [...kept('Certs'), ...streams(certificates)],
    CRLs: [...kept('CRLs'), ...streams(lists)],
  })
  const ocsps = before?.get(PDFName.of('OCSPs'))
  if (ocsps) store.set(PDFName.of('OCSPs'), ocsps)
  catalog.set(PDFName.of('DSS'), context.register(store))
}

const isSignatureField = (pdf: PDFDocument, ref: PDFRef, name: string) => {
  const field = pdf.context.lookup(ref)
  const title = field instanceof PDFDict ? field.lookup(PDFName.of('T')) : undefined
  return title instanceof PDFString && title.asString() === name
}

/** Draws the second signature's text in its box. */
const drawInBox = (pdf: PDFDocument, field: PDFDict, lines: string[], { regular, bold }: Fonts) => {
  const { context } = pdf
  const words = lines.map((line, n) => {
    const font = n === 0 ? bold : regular
    return `BT /F${n === 0 ? 1 : 2} 10 Tf 8 ${countersignBox.height - 34 - n * 15} Td ${font.encodeText(line).toString()} Tj ET`
  })
  const stream = context.stream(words.join('\n'), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, countersignBox.width, countersignBox.height],
    Resources: { Font: { F1: bold.ref, F2: regular.ref } },
  })
  field.set(PDFName.of('AP'), context.obj({ N: context.register(stream) }))
}

const patientField = 'Fornix.Signer'
const staffField = 'Fornix.Countersignature'

const addPage = async (pdf: PDFDocument, { page: content, signature }: PageInput) => {
  const fonts = await fontsFor(pdf, [
    content.title,
    content.lead,
    ...content.rows.flat(),
    ...content.notes,
    content.countersign ?? '',
  ])
  const page = pdf.addPage([width, height])
  drawPage(page, fonts, content)
  const field = addField(pdf, page, patientField, [0, 0, 0, 0])
  const { x, y, width: wide, height: high } = countersignBox
  if (content.countersign) addField(pdf, page, staffField, [x, y, x + wide, y + high])
  addSignature(pdf, pdf.context.lookup(field, PDFDict), signature)
}

const addSecond = async (pdf: PDFDocument, lines: string[], signature: SignatureField) => {
  const fields = pdf.catalog.getAcroForm()?.dict.lookup(PDFName.of('Fields'), PDFArray).asArray() ?? []
  const ref = (fields as PDFRef[]).find((field) => isSignatureField(pdf, field, staffField))
  if (!ref) return false
  const field = pdf.context.lookup(ref, PDFDict)
  if (field.has(PDFName.of('V'))) return false
  drawInBox(pdf, field, lines, await fontsFor(pdf, lines))
  addSignature(pdf, field, signature)
  return true
}

/** Appends a page and space for a signature to a PDF, after its bytes, which stay unchanged. */
export default async (input: PageInput | SecondInput): Promise<PageResult> => {
  try {
    const pdf = await PDFDocument.load(input.pdf, {
      forIncrementalUpdate: true,
      updateMetadata: false,
      throwOnInvalidObject: true,
    })
    if (pdf.getPageCount() === 0) return { refused: 'it has no pages' }
    if (input.validation) addValidation(pdf, input.validation)
    if ('page' in input) await addPage(pdf, input)
    else if (!(await addSecond(pdf, input.lines, input.signature))) return { refused: 'it has no field for it' }
    const grown = await pdf.commit({ useObjectStreams: false })
    return { pdf: grown }
  } catch (error) {
    return { refused: error instanceof Error ? error.message : 'it cannot be read' }
  }
}
