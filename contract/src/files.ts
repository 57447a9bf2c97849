import { z } from 'zod'

/** `plain-pdf` is a read-only PDF: no scripts, no attachments, nothing that starts a program. */
export type FileType = 'pdf' | 'png' | 'jpeg' | 'svg' | 'zip' | 'docx' | 'plain-pdf'

/** How the names of such files end, in lower case. */
export const fileExtensions: Record<FileType, readonly string[]> = {
  pdf: ['.pdf'],
  png: ['.png'],
  jpeg: ['.jpeg', '.jpg'],
  svg: ['.svg'],
  zip: ['.zip'],
  'plain-pdf': ['.pdf'],
  docx: ['.docx'],
}

/** A file's virus scan. Unscanned: it came while there was no scanner. */
export const ScanState = z.enum(['unscanned', 'pending', 'clean', 'quarantined'])
export type ScanState = z.output<typeof ScanState>

/** Why a file cannot be opened. */
export const scanSentences = {
  pending: 'This file is still being checked for viruses. Please try again in a few minutes.',
  quarantined: 'A virus was found in this file, so it is locked and no one can open it.',
} as const

/** One per upload: sent again after a lost response, it is still one file. */
export const uploadKey = z.uuid().optional()

/** Why a file of an allowed type is refused. */
export const fileSentences = {
  activePdf: 'This PDF contains scripts or attached files. Please save or print it as a new PDF and upload that one.',
  hiddenPdf:
    'This PDF is protected or damaged, so it cannot be checked. Please save or print it as a new PDF and upload that one.',
  tooManyPixels: 'This picture has more than 100 megapixels. Please make it smaller and upload it again.',
  tightZip:
    'This ZIP file unpacks to more than 100 MB, or to more than 100 times its size. Please upload its files one by one.',
  activeDocx:
    'This Word file contains macros, embedded files, or a link to outside content. Please save it as a PDF and upload that.',
} as const
export type FileSentence = keyof typeof fileSentences
