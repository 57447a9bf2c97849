import { jsPDF } from 'jspdf'

const pageWidth = 210

type Picture = { file: Blob; width: number; height: number }

/** One page per picture, as wide as a sheet and as high as the picture. */
export const picturesToPdf = async (pictures: readonly Picture[], name: string): Promise<File> => {
  let pdf: jsPDF | undefined
  for (const { file, width, height } of pictures) {
    const size: [number, number] = [pageWidth, (pageWidth * height) / width]
    const orientation = size[1] < pageWidth ? 'landscape' : 'portrait'
    if (pdf) pdf.addPage(size, orientation)
    else pdf = new jsPDF({ unit: 'mm', format: size, orientation })
    const bytes = new Uint8Array(await file.arrayBuffer())
    pdf.addImage(bytes, file.type === 'image/png' ? 'PNG' : 'JPEG', 0, 0, ...size)
  }
  if (!pdf) throw new Error('no pages')
  pdf.setLanguage('en-US')
  // Dated when it is made: an upload is known by name, size and date, and the same pages in another order are another file.
  return new File([pdf.output('blob')], name, { type: 'application/pdf' })
}
