// The package's other build needs a browser from the last few months.
import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import Worker from './pdf-worker.ts?worker'

/** More would fill a phone's memory. */
const shownPages = 10
// Larger pictures are not decompressed: a few kilobytes can hold gigabytes.
const maxImageSize = 40_000_000
const maxSide = 3000

export type PdfPage = { number: number; canvas: HTMLCanvasElement; text: string }
export type Drawn = { pages: PdfPage[]; total: number }

/**
 * The first pages of a PDF as pictures, with their text for screen readers. Nothing programmed in the file runs: its
 * scripts, links and forms are not requested.
 */
export const drawPdf = async (file: Blob, width: number): Promise<Drawn> => {
  const port = new Worker()
  const worker = PDFWorker.create({ port })
  const data = await file.arrayBuffer()
  const task = getDocument({ data, worker, maxImageSize, enableXfa: false })
  try {
    const pdf = await task.promise
    const pages: PdfPage[] = []
    for (let number = 1; number <= Math.min(pdf.numPages, shownPages); number++) {
      const page = await pdf.getPage(number)
      const { width: own, height } = page.getViewport({ scale: 1 })
      const wanted = (width * Math.min(devicePixelRatio, 2)) / own
      const viewport = page.getViewport({ scale: Math.min(wanted, maxSide / Math.max(own, height)) })
      const canvas = document.createElement('canvas')
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      await page.render({ canvas, viewport }).promise
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
      pages.push({ number, canvas, text })
    }
    return { pages, total: pdf.numPages }
  } finally {
    await task.destroy()
    port.terminate()
  }
}
