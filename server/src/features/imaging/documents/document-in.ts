import type { Chain, ImagingArchive, Requester } from '../../../clinic/imaging/archive/archive.ts'
import { waitForTurn } from '../../../clinic/imaging/pixels/render-limit.ts'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import type { Words } from '../../../platform/language/words.ts'
import { type DocumentType, notAcceptable } from '../accept.ts'
import { isMeasurements, measurementsPage } from './measurements-page.ts'
import { isPdf, pdfOf } from './pdf.ts'
import { isReport, reportPage } from './report-page.ts'

type DocumentContext = { archive: ImagingArchive; scope: Scope; requester: Requester; words: Words }

const page = (html: string): ArchiveResponse => {
  const body = Buffer.from(html)
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.length),
      'content-security-policy': "sandbox; default-src 'none'",
    },
    body,
    isInMemory: true,
  }
}

/** An instance as a document (PS3.18 8.7.4): a report as a page, a PDF as it is. Null if it is neither, in one of the types. */
export const documentIn = async (
  { archive, scope, requester, words }: DocumentContext,
  chain: Required<Chain>,
  types: readonly DocumentType[],
): Promise<ArchiveResponse | null> => {
  await waitForTurn(requester)
  const [tags] = (await archive.metadata(scope, chain, '')) ?? []
  if (!tags) return null
  if (isPdf(tags) && types.includes('pdf'))
    return pdfOf(tags, (tag) => archive.bulkData(scope, chain, tag, requester.signal))
  if (scope.patient !== 'any' && isMeasurements(tags) && types.includes('html'))
    return page(measurementsPage(tags, words))
  if (isReport(tags) && types.includes('html')) return page(reportPage(tags, words))
  throw notAcceptable(
    'This instance has no such form: reports are text/html, PDFs application/pdf, images image/png or image/jpeg.',
  )
}
