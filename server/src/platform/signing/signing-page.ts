import { readInProcess } from '../base/reader-pool.ts'
import type { ValidationData } from './validation-data.ts'

/** `bytes`: how much space the signature gets. */
export type SignatureField = { at: string; name: string; reason: string; bytes: number }
export type PageContent = {
  title: string
  lead: string
  rows: [name: string, value: string][]
  notes: string[]
  /** Text of the second signature's box; no box without it. */
  countersign: string | null
}
/** `validation`: what the time stamp is checked with later, if known. */
type Signing = { pdf: Uint8Array; signature: SignatureField; validation: ValidationData | null }
export type PageInput = Signing & { page: PageContent }
export type SecondInput = Signing & { lines: string[] }
export type PageResult = { pdf: Uint8Array } | { refused: string }

const maker = new URL('./page-maker.ts', import.meta.url)
const timeoutMs = 10_000

/** Adds a page with space for a signature. Untrusted PDFs are read in a separate process. */
export const addSigningPage = readInProcess<PageInput, PageResult>(maker, { ms: timeoutMs })
/** Adds space for the second signature, in the page's box. */
export const addSecondSignature = readInProcess<SecondInput, PageResult>(maker, { ms: timeoutMs })
