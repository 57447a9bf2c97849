import { listMyDocuments, uploadDocument, uploadMyDocument } from '@fornix/contract'
import sharp from 'sharp'
import { pdfPage } from './papers.ts'
import type { SeedFile, SignedIn } from './sign-in.ts'

type Papers = { email: string; nurse: string; own: SeedFile[]; fromNurse: SeedFile[] }

/** A card with a coloured head, a dark line for the name and a light field. */
const card = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200">
  <rect width="320" height="200" fill="#f6f8f9"/>
  <rect width="320" height="52" fill="#185c7a"/>
  <rect x="25" y="85" width="171" height="11" fill="#2c343c"/>
  <rect x="25" y="113" width="115" height="7" fill="#78828a"/>
  <rect x="233" y="85" width="63" height="63" fill="#b2d6e2"/>
</svg>`
export const insuranceCard = await sharp(Buffer.from(card)).png().toBuffer()

const diary = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="200" viewBox="0 0 480 200">
  <title>Headache diary</title>
  <rect width="480" height="200" fill="#ffffff"/>
  <path d="M20 180 H460 M20 180 V20" stroke="#555555" fill="none"/>
  <polyline points="20,150 80,120 140,160 200,70 260,110 320,140 380,60 440,130" stroke="#185c7a" stroke-width="3" fill="none"/>
</svg>
`

const papers: Papers[] = [
  {
    email: 'ana.rivera@northside.example',
    nurse: 'nurse@northside.example',
    own: [
      {
        name: 'Referral letter.pdf',
        bytes: pdfPage('Referral', [
          'Patient: Ana Rivera, born April 17, 1986',
          'Reason: known small aneurysm, follow-up without contrast.',
          'Please send the report to Dr. Priya Raman, Lumen Neuro.',
        ]),
      },
      { name: 'Insurance card.png', bytes: insuranceCard },
      { name: 'Headache diary.svg', bytes: Buffer.from(diary) },
    ],
    fromNurse: [
      {
        name: 'How to prepare for your scan.pdf',
        bytes: pdfPage('How to prepare for your scan', [
          'Leave watches, keys, and cards at home.',
          'You may eat and drink as usual.',
          'The scan takes about 35 minutes; you may bring somebody along.',
        ]),
      },
    ],
  },
  {
    email: 'ben.okafor@northside.example',
    nurse: 'nurse@northside.example',
    own: [
      {
        name: 'Discharge summary 2021.pdf',
        bytes: pdfPage('Discharge summary', [
          'Patient: Ben Okafor',
          'Ischemic stroke, left. Discharged in good condition.',
        ]),
      },
    ],
    fromNurse: [],
  },
]

/** The files of the named patients, uploaded like any other. A name that is there already is not uploaded again. */
export const documents = async (as: SignedIn) => {
  for (const { email, nurse, own, fromNurse } of papers) {
    const patient = await as(email)
    const key = email
    const there = await patient.call(listMyDocuments, { params: { key }, query: { page_size: 50 } })
    const isMissing = ({ name }: SeedFile) => !there.documents.some(({ file_name }) => file_name === name)
    for (const file of own.filter(isMissing)) await patient.call(uploadMyDocument, { params: { key } }, file)
    for (const file of fromNurse.filter(isMissing))
      await (await as(nurse)).call(uploadDocument, { params: { key } }, file)
  }
}
