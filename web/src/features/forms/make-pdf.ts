import dejavu from '@fornix/contract/font/DejaVuSans.ttf?url'
import html2canvas from 'html2canvas-pro'
import { jsPDF } from 'jspdf'
import { addTextLayer, needsFont } from './text-layer.ts'

const maxBytes = 4_500_000
const otherAlphabets = 'DejaVuSans'

/** Fetched only for a name or text that the built-in fonts of a PDF lack; jsPDF keeps just the letters that are used. */
const addFont = async (pdf: jsPDF) => {
  const bytes = new Uint8Array(await (await fetch(dejavu)).arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  pdf.addFileToVFS(`${otherAlphabets}.ttf`, btoa(text))
  pdf.addFont(`${otherAlphabets}.ttf`, otherAlphabets, 'normal')
  return otherAlphabets
}

type About = { title: string; keywords: string }

const draw = (page: HTMLElement, nonce: string | undefined) =>
  html2canvas(page, { scale: 3, backgroundColor: '#ffffff', logging: false, ...(nonce && { cspNonce: nonce }) })

const assemble = async (
  pages: readonly HTMLElement[],
  pictures: HTMLCanvasElement[],
  { title, keywords }: About,
  quality: number,
) => {
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true })
  pdf.setProperties({ title, subject: title, keywords })
  pdf.setLanguage('en-US')
  const font = needsFont(pages) ? await addFont(pdf) : null
  for (const [at, page] of pages.entries()) {
    const picture = pictures[at]
    if (!picture) continue
    if (at > 0) pdf.addPage()
    pdf.addImage(picture.toDataURL('image/jpeg', quality), 'JPEG', 0, 0, 210, 297)
    addTextLayer(pdf, page, font)
  }
  return pdf.output('blob')
}

/** A PDF of pages that the browser has drawn: pictures of them, with their text over it. `keywords` are for programs. */
export const makePdf = async (pages: readonly HTMLElement[], about: About): Promise<Blob> => {
  await document.fonts.ready
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  const pictures: HTMLCanvasElement[] = []
  for (const page of pages) pictures.push(await draw(page, nonce))
  const pdf = await assemble(pages, pictures, about, 0.8)
  return pdf.size <= maxBytes ? pdf : assemble(pages, pictures, about, 0.7)
}
