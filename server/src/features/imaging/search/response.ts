import type { DicomJson } from '../../../clinic/imaging/dicom/dicom-json.ts'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'

const dicomJsonType = 'application/dicom+json'

export const json = (list: DicomJson[], headers: Record<string, string> = {}): ArchiveResponse => ({
  headers: { 'content-type': dicomJsonType, ...headers },
  body: Buffer.from(JSON.stringify(list)),
})

/** The matches, cut to the requested range; without a `total` it is only known that there are more. */
export type Page = { list: DicomJson[]; offset: number; total: number | undefined; notes?: string[] }

const left = ({ list, offset, total }: Page) => {
  if (total === undefined) return ['There are additional results that can be requested']
  const more = total - offset - list.length
  return list.length > 0 && more > 0 ? [`There are ${more} additional results that can be requested`] : []
}

/** A page of results; a warning says that others were left out (PS3.18 8.3.4.4). */
export const pageResponse = (page: Page) => {
  const warnings = [...left(page), ...(page.notes ?? [])]
  return json(page.list, {
    ...(page.total !== undefined && { 'x-total-count': String(page.total) }),
    ...(warnings.length > 0 && { warning: warnings.map((text) => `299 fornix "${text}"`).join(', ') }),
  })
}
