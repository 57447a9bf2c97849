import type { Log } from '../base/log.ts'
import { ReaderFailed } from '../base/reader-pool.ts'
import type { Database } from '../database/db.ts'
import type { KeyRing } from '../files/encryption/key-ring.ts'
import { fillSignature } from './byte-range.ts'
import { signDetached, type TimeStamp } from './cades.ts'
import { fingerprintOf } from './certificate.ts'
import { projectCertificates } from './project-certificates.ts'
import {
  addSecondSignature,
  addSigningPage,
  type PageContent,
  type PageResult,
  type SignatureField,
} from './signing-page.ts'
import { NoTimeStamp, type TimeAuthority, timeStamps } from './time-stamp.ts'
import { type ValidationData, validationData } from './validation-data.ts'

/** The signer, as named in the PDF's own signature. */
type Signer = Pick<SignatureField, 'at' | 'name' | 'reason'>
export type SignedPdf = { pdf: Buffer; certificate: Buffer; isStamped: boolean }

/** The bytes are not a PDF that a page can be added to. */
export class UnreadablePdf extends Error {
  override name = 'UnreadablePdf'
}

// A token includes its authority's certificates.
const placeBytes = { alone: 8192, stamped: 32_768 }

type Needs = { database: Database; keys: KeyRing; tsa?: TimeAuthority | undefined; log: Log }

/**
 * Signs PDFs with a project's certificate: PAdES B-B; B-T with a time-stamping authority; B-LT if that is trusted and its certificates name
 * revocation lists.
 */
export const documentSigner = ({ database, keys, tsa, log }: Needs) => {
  const certificates = projectCertificates({ database, keys })
  const stamp = tsa && timeStamps(tsa)
  // Addresses of lists come from certificates: only a trusted authority may decide where the portal sends requests.
  const validationNow = stamp && tsa.trusted.length > 0 ? validationData(stamp) : undefined
  const bytes = stamp ? placeBytes.stamped : placeBytes.alone

  const noTimeStamp = (error: unknown) => {
    if (!(error instanceof NoTimeStamp)) throw error
    log.error({ alert: 'no_time_stamp', err: error }, 'a form was signed without a time stamp')
  }

  /** Fetched before the pages are made: a signature covers it. If the authority does not respond now, no token is requested. */
  const prepare = async () => {
    if (!stamp) return { stampWith: undefined, validation: null }
    if (!validationNow)
      return { stampWith: async (signature: Uint8Array) => (await stamp(signature)).token, validation: null }
    try {
      const validation = await validationNow()
      const stampWith = async (signature: Uint8Array) => {
        const { token, chain } = await stamp(signature)
        if (!validation.covers(chain))
          log.error({ alert: 'no_validation_data' }, 'a form was signed without what checks its time stamp later')
        return token
      }
      return { stampWith, validation: validation.data }
    } catch (error) {
      noTimeStamp(error)
      return { stampWith: undefined, validation: null }
    }
  }

  /** A user is waiting to sign: if the authority does not respond, the signature goes without a token. */
  const stampIfAnswered = async (digest: Buffer, key: Parameters<typeof signDetached>[1], by: TimeStamp) => {
    try {
      return { signature: await signDetached(digest, key, by), isStamped: true }
    } catch (error) {
      noTimeStamp(error)
      return { signature: await signDetached(digest, key), isStamped: false }
    }
  }

  /** A PDF crafted to be costly is the sender's fault, not the server's. */
  const orUnreadable = (error: Error): PageResult => {
    if (error instanceof ReaderFailed) return { refused: error.message }
    throw error
  }

  type Making = (signature: SignatureField, validation: ValidationData | null) => Promise<PageResult>
  const sign = async (project: string, signer: Signer, from: number, make: Making): Promise<SignedPdf> => {
    const { stampWith, validation } = await prepare()
    const result = await make({ ...signer, bytes }, validation).catch(orUnreadable)
    if ('refused' in result) throw new UnreadablePdf(result.refused)
    const key = await certificates.current(project)
    let isStamped = false
    const pdf = await fillSignature(Buffer.from(result.pdf), from, async (digest) => {
      if (!stampWith) return signDetached(digest, key)
      const stamped = await stampIfAnswered(digest, key, stampWith)
      isStamped = stamped.isStamped
      return stamped.signature
    })
    return { pdf, certificate: fingerprintOf(key.certificate), isStamped }
  }

  return {
    certificates,
    /** Adds a page that says what was signed, and the signature; the bytes of `pdf` stay unchanged. */
    sign: (project: string, pdf: Buffer, page: PageContent, signer: Signer) =>
      sign(project, signer, pdf.length, (signature, validation) =>
        addSigningPage({ pdf, page, signature, validation }),
      ),
    /** Adds the second signature, with these lines in its box. */
    countersign: (project: string, pdf: Buffer, lines: string[], signer: Signer) =>
      sign(project, signer, pdf.length, (signature, validation) =>
        addSecondSignature({ pdf, lines, signature, validation }),
      ),
  }
}
export type DocumentSigner = ReturnType<typeof documentSigner>
