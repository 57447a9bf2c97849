import { mutantsOf } from '../mutant.ts'

const folder = 'server/src/features/imaging/documents'
const read = [`${folder}/documents.test.ts`]

/** What keeps reports and PDFs of a study from harming or misleading who reads them. */
export const documentsOfStudies = [
  ...mutantsOf(
    'server/src/platform/base/escape-html.ts',
    [`${folder}/report-page.test.ts`],
    [
      [
        'text.replace(/[&<>"\']/g, (sign) => `&#${sign.charCodeAt(0)};`)',
        'text',
        'a script in a report is one in the page',
      ],
    ],
  ),
  ...mutantsOf(
    `${folder}/report-page.ts`,
    [`${folder}/report-page.test.ts`],
    [
      ['left.items === 0 || ', '', 'a report has no end'],
      ['depth > deepest || ', '', 'sections in sections have no end'],
      ['left.letters -= shown.length', 'left.letters -= 0', 'texts of a report have no end'],
      ['.slice(0, quotedLetters)', '', 'what is referred to is written again and again'],
    ],
  ),
  ...mutantsOf(`${folder}/pdf.ts`, read, [
    ['  await checked(bytes)\n', '', 'a PDF that acts goes to the browser'],
    ['if (size > maxDocumentBytes) throw', 'if (size < 0) throw', 'a PDF of any size is held in memory'],
  ]),
  ...mutantsOf(`${folder}/document-in.ts`, read, [
    [
      "      'content-security-policy': \"sandbox; default-src 'none'\",\n",
      '',
      'a report is a page of the portal like any other',
    ],
  ]),
  ...mutantsOf(
    'server/src/clinic/imaging/dicom/dicom-json.ts',
    ['server/src/clinic/imaging/dicom/charsets.test.ts'],
    [
      [
        'datasetJson(value as DicomDataset, decode)',
        'datasetJson(value as DicomDataset, String)',
        'texts in sequences are garbled',
      ],
    ],
  ),
]
