import { type Line, type Proof, results, type Standard } from './line.ts'

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const unique = (items: string[]) => [...new Set(items)]
const link = (file: string) => `[${file}](../${file})`

const proofsOf = (proofs: Proof[]) => {
  const tests = proofs.flatMap(({ tests = [], texts = [] }) => [
    ...tests.map(([file, title]) => `“${title}…” in ${link(file)}`),
    ...texts.map(([file, text]) => `${link(file)}: “${text}”`),
  ])
  return unique(tests).join('<br>')
}

const lineRow = ({ id, says, result, note, proofs }: Line) =>
  row(
    id,
    says,
    note ? `**${result}**: ${note}` : result,
    unique(proofs.flatMap(({ where }) => where))
      .map(link)
      .join('<br>'),
    proofsOf(proofs),
  )

const linesOf = ({ parts }: Standard) => parts.flatMap(({ lines }) => lines)
const countOf = (standard: Standard, result: string) =>
  String(linesOf(standard).filter((line) => line.result === result).length)

const overview = (standards: Standard[]) => [
  row('Standard', ...results, 'all'),
  row('---', ...results.map(() => '---:'), '---:'),
  ...standards.map((standard) =>
    row(standard.name, ...results.map((result) => countOf(standard, result)), String(linesOf(standard).length)),
  ),
]

const open = (standards: Standard[]) =>
  standards.flatMap((standard) =>
    linesOf(standard)
      .filter(({ result }) => result === 'missing' || result === 'partly')
      .map(({ id, says, result, note = '' }) => row(standard.name, id, says, `**${result}**: ${note}`)),
  )

const sectionOf = (standard: Standard) => [
  `## ${standard.name}`,
  '',
  standard.about,
  '',
  ...standard.parts.flatMap(({ title, lines }) => [
    ...(title ? [`### ${title}`, ''] : []),
    row('No.', 'Asks that', 'Result', 'Where', 'Shown by'),
    row('---', '---', '---', '---', '---'),
    ...lines.map(lineRow),
    '',
  ]),
]

/** The document: every requirement, where it is met, what shows it, and what is missing. */
export const complianceDocument = (standards: Standard[]) =>
  [
    '# Compliance',
    '',
    'Generated from `compliance/` by `node compliance/run.ts`; `npm run check` fails when it is out of date, when a file is missing, or when a test was renamed.',
    'This is the authors’ own assessment, not a certificate. The sentences are ours, not those of the standards: look up each number in the standard itself.',
    '',
    '- **met**: the portal does it, and a test fails when it stops, or the document that is asked for says it.',
    '- **partly**, **missing**: the note says what is not there.',
    '- **operator**: the clinic that runs the portal has to do it; the note says what, and how the portal helps.',
    '- **does not apply**: the portal has nothing of this kind.',
    '',
    ...overview(standards),
    '',
    '## What is missing',
    '',
    row('Standard', 'No.', 'Asks that', 'What is not there'),
    row('---', '---', '---', '---'),
    ...open(standards),
    '',
    ...standards.flatMap(sectionOf),
  ].join('\n')
