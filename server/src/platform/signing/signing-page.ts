import { readInProcess } from '../base/reader-pool.ts'
import type { ValidationData } from './validation-data.ts'

/** `bytes`: how much place the signature gets. */
export type SignatureField = { at: string; name: string; reason: string; bytes: number }
export type PageContent = {
  title: string
  lead: string
  rows: [name: string, value: string][]
  notes: string[]
  /** What stands in the box for a second signature; without it there is no box. */
  countersign: string | null
}
/** `validation`: what checks the time stamp later, where it is known. */
type Signing = { pdf: Uint8Array; signature: SignatureField; validation: ValidationData | null }
export type PageInput = Signing & { page: PageContent }
export type SecondInput = Signing & { lines: string[] }
export type PageResult = { pdf: Uint8Array } | { refused: string }

const maker = new URL('./page-maker.ts', import.meta.url)
const patienceMs = 10_000

/** Adds a page with a place for a signature. A PDF of strangers is read in a process of its own. */
export const addSigningPage = readInProcess<PageInput, PageResult>(maker, { ms: patienceMs })
/** Adds a place for the second signature, in the box of the page. */
export const addSecondSignature = readInProcess<SecondInput, PageResult>(maker, { ms: patienceMs })
