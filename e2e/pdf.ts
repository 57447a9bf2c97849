import { inflateSync } from 'node:zlib'

/** A PDF of one empty page, the least that can be signed. */
export const onePage = () => {
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
    '2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object) => {
    const place = `${String(body.length).padStart(10, '0')} 00000 n \n`
    body += object
    return place
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer<</Size 4/Root 1 0 R>>\n`
  return Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`)
}

/** What is written in the PDF's own fonts, in its order: the streams of its pages, unpacked. */
export const textOf = (pdf: Buffer) => {
  const source = pdf.toString('latin1')
  const pieces: string[] = []
  for (const { index, 0: mark } of source.matchAll(/stream\r?\n/g)) {
    const start = index + mark.length
    const end = source.indexOf('endstream', start)
    if (source.slice(index - 200, index).includes('/DCTDecode') || source.slice(index - 3, index) === 'end') continue
    try {
      pieces.push(inflateSync(pdf.subarray(start, end), { finishFlush: 2 }).toString('latin1'))
    } catch {
      // A stream that is not packed holds no text of a page.
    }
  }
  const strings = pieces.join('\n').matchAll(/\(((?:[^()\\]|\\.)*)\) Tj/g)
  return [...strings].map(([, text = '']) => text.replace(/\\(.)/g, '$1')).join('\n')
}
