import { type PrintedForm, type SignFactor, signFactors, siteDate, siteMoment, zoneMark } from '@fornix/contract'
import type { PageContent } from '../../platform/signing/signing-page.ts'

export const meaning = 'Authorizes the disclosure of MRI scans as stated in the form'
/** The certificate is the project's, so a reader of the PDF could take the pages for the project's words. */
export const signReason = `${meaning}. The signer sent the pages; the imaging provider did not write them.`
export const countersignMeaning = 'Confirms that the form was signed by the person it names'

/** `Nov 25, 2026, 10:30:07 AM EST (2026-11-25T15:30:07.000Z)` */
const momentAt = (at: string, timeZone: string) => `${siteMoment(at, timeZone)} ${zoneMark(at, timeZone)} (${at})`

/** The page has no room for more; the pages before it and the sealed record have it all. */
const maxShown = 400
const shortened = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown)} …` : text)

type Signed = {
  project: string
  timeZone: string
  verifyAt: string
  fields: PrintedForm
  patientCode: string
  signerName: string
  factor: SignFactor
  signedAt: string
  version: string
  fileId: string
  pages: Buffer
  needsCountersign: boolean
}

/** The text of the page that the server adds to a signed form. It is part of the form, and like it in English. */
export const certificatePage = (signed: Signed): PageContent => ({
  title: 'Certificate of signature',
  lead: 'The portal added this page when the form was signed. The pages before it are as the signer sent them. The imaging provider did not write them.',
  rows: [
    ['Form', `Request for MRI Scan Authorization Form, version ${signed.version}`],
    ['Imaging provider', signed.project],
    ['Patient', `${signed.fields.patient} (${signed.patientCode})`],
    ['Study', signed.fields.study_id || 'No specific scan'],
    ['Purpose of Disclosure', shortened(signed.fields.purposes) || '-'],
    ['Expiration Date', siteDate(`${signed.fields.expiration_date}T12:00:00Z`, 'UTC')],
    ['Signed by', signed.signerName.replace(', for ', ' for ')],
    ['Signature as typed', signed.fields.signature],
    ['Meaning', meaning],
    ['Identity confirmed by', signFactors[signed.factor]],
    ['Signed at (server time)', momentAt(signed.signedAt, signed.timeZone)],
    ['Form number', signed.fileId],
    ['SHA-256 of the pages before', signed.pages.toString('hex')],
  ],
  notes: [
    `How to check: choose this file at ${signed.verifyAt}. The file stays on your device. Or open it in a program that checks signatures, such as Acrobat.`,
    `This file was signed with a digital certificate of ${signed.project}. To confirm the certificate, ask them for its SHA-256 fingerprint.`,
  ],
  countersign: signed.needsCountersign ? 'Countersignature of the imaging provider' : null,
})

type Second = { name: string; signature: string; role: string; signedAt: string; timeZone: string }
/** Text of the second signature's box. */
export const countersignLines = ({ name, signature, role, signedAt, timeZone }: Second) => [
  signature,
  `${name}, ${role}`,
  momentAt(signedAt, timeZone),
]
