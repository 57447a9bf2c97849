import { inflateSync } from 'node:zlib'
import { pdfPage } from '@fornix/demo/seeds/demo/papers.ts'

/** A PDF of one empty page, the least that can be signed. */
export const onePage = () => pdfPage('', [])

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
