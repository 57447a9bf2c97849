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

/** Who signs, as the PDF's own signature says it. */
type Signer = Pick<SignatureField, 'at' | 'name' | 'reason'>
export type SignedPdf = { pdf: Buffer; certificate: Buffer; isStamped: boolean }

/** The bytes are no PDF that a page can be added to. */
export class UnreadablePdf extends Error {
  override name = 'UnreadablePdf'
}

// A token brings the certificates of its authority.
const placeBytes = { alone: 8192, stamped: 32_768 }

type Needs = { database: Database; keys: KeyRing; tsa?: TimeAuthority | undefined; log: Log }

/** Signs PDFs by the certificate of a project (PAdES B-B, and B-T where there is a time stamping authority). */
export const documentSigner = ({ database, keys, tsa, log }: Needs) => {
  const certificates = projectCertificates({ database, keys })
  const stamp = tsa && timeStamps(tsa)
  const bytes = stamp ? placeBytes.stamped : placeBytes.alone

  /** Somebody waits to sign: without an answer of the authority, the signature goes without a token. */
  const stampIfAnswered = async (digest: Buffer, key: Parameters<typeof signDetached>[1], by: TimeStamp) => {
    try {
      return { signature: await signDetached(digest, key, by), isStamped: true }
    } catch (error) {
      if (!(error instanceof NoTimeStamp)) throw error
      log.error({ alert: 'no_time_stamp', err: error }, 'a form was signed without a time stamp')
      return { signature: await signDetached(digest, key), isStamped: false }
    }
  }

  const sign = async (project: string, result: PageResult, from: number): Promise<SignedPdf> => {
    if ('refused' in result) throw new UnreadablePdf(result.refused)
    const key = await certificates.current(project)
    let isStamped = false
    const pdf = await fillSignature(Buffer.from(result.pdf), from, async (digest) => {
      if (!stamp) return signDetached(digest, key)
      const stamped = await stampIfAnswered(digest, key, stamp)
      isStamped = stamped.isStamped
      return stamped.signature
    })
    return { pdf, certificate: fingerprintOf(key.certificate), isStamped }
  }

  /** A PDF that is made to be costly is the sender's mistake, not the server's. */
  const orUnreadable = (error: Error): PageResult => {
    if (error instanceof ReaderFailed) return { refused: error.message }
    throw error
  }

  return {
    certificates,
    /** Adds a page that says what was signed, and the signature; every byte of `pdf` stays where it is. */
    sign: async (project: string, pdf: Buffer, page: PageContent, signer: Signer) =>
      sign(
        project,
        await addSigningPage({ pdf, page, signature: { ...signer, bytes } }).catch(orUnreadable),
        pdf.length,
      ),
    /** Adds the second signature, with these lines in its box. */
    countersign: async (project: string, pdf: Buffer, lines: string[], signer: Signer) =>
      sign(
        project,
        await addSecondSignature({ pdf, lines, signature: { ...signer, bytes } }).catch(orUnreadable),
        pdf.length,
      ),
  }
}
export type DocumentSigner = ReturnType<typeof documentSigner>
