import { listMyDocuments, uploadDocument, uploadMyDocument } from '@fornix/contract'
import { pdfPage, pngPicture } from './papers.ts'
import type { SeedFile, SignedIn } from './sign-in.ts'

type Papers = { email: string; nurse: string; own: SeedFile[]; fromNurse: SeedFile[] }

/** A card with a coloured head, a dark line for the name and a light field. */
export const insuranceCard = () =>
  pngPicture(320, 200, (x, y) => {
    if (y < 52) return [24, 92, 122]
    if (y > 84 && y < 96 && x > 24 && x < 196) return [44, 52, 60]
    if (y > 112 && y < 120 && x > 24 && x < 140) return [120, 130, 138]
    return x > 232 && x < 296 && y > 84 && y < 148 ? [178, 214, 226] : [246, 248, 249]
  })

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
      { name: 'Insurance card.png', bytes: insuranceCard() },
      { name: 'Headache diary.svg', bytes: Buffer.from(diary) },
    ],
    fromNurse: [
      {
        name: 'How to prepare for your scan.pdf',
        bytes: pdfPage('How to prepare for your scan', [
          'Leave watches, keys and cards at home.',
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
