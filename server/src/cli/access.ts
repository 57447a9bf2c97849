import { readFile, writeFile } from 'node:fs/promises'
import { type Call, calls, isOperator, limits, type Role, staff } from '@fornix/contract'
import { z } from 'zod'
import { CommandFailed, defineCommand } from './command.ts'

const file = new URL('../../../docs/ACCESS.md', import.meta.url)

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const headings = ['Call', 'Visitor', 'Patient', 'Caregiver', ...staff, 'Limit', 'Audit row']

const audit = ({ audit }: Call) => (typeof audit === 'string' ? `\`${audit}\`` : `none: ${audit.none}`)
const proofMark = ({ proof, proofOf, proofFields }: Call) =>
  proof &&
  ['fresh proof', proofOf && `of ${proofOf.join(', ')}`, proofFields && `for ${proofFields.join(', ')}`]
    .filter(Boolean)
    .join(' ')
const extras = (call: Call) => {
  const { session, upload, stream, responseKind, right, leavesOut, inEmergency } = call
  return [
    session !== 'bearer' && session.replaceAll('-', ' '),
    (upload || stream) && 'upload',
    responseKind === 'file' && 'download',
    right && `right: ${right}`,
    leavesOut && `leaves out without right: ${leavesOut}`,
    inEmergency && 'open in an emergency',
    proofMark(call),
  ].filter(Boolean)
}

/** What has to be shared with a caregiver; empty for what only the patient does. */
const caregiver = ({ care }: Call) => (care === 'any' ? '✓' : care === undefined || care === 'never' ? '' : care)

const callRow = (call: Call) => {
  const { method, path, summary, allow, limit, right } = call
  const may = (role: Role) => {
    if (allow !== 'anyone' && !allow.includes(role)) return ''
    return right && isOperator(role) ? '(✓)' : '✓'
  }
  const marks = extras(call).length > 0 ? ` (${extras(call).join(', ')})` : ''
  return row(
    `\`${method} ${path}\`${marks}<br>${summary.replaceAll('|', '\\|')}`,
    allow === 'anyone' ? '✓' : '',
    may('Patient'),
    allow === 'anyone' ? '✓' : caregiver(call),
    ...staff.map(may),
    limit,
    audit(call),
  )
}

const section = ([feature, ofFeature = []]: [string, Call[] | undefined]) => [
  `## ${feature}`,
  '',
  row(...headings),
  row(...headings.map((_, at) => (at > 0 && at <= staff.length + 3 ? ':-:' : '---'))),
  ...ofFeature.map(callRow),
  '',
]

const windows = Object.entries(limits).map(([name, { points, seconds, by, shared }]) =>
  row(name, `${points} in ${seconds} s`, by, shared ? 'all nodes together' : 'each node'),
)

/** The document: every call and who may make it, from the contract itself. */
export const accessDocument = () =>
  [
    '# Who may make which call',
    '',
    'Generated from the contract by `npm run fornix -- access`; `npm run check` fails when it is out of date. Review every change in this file as a change of access rights.',
    'Which records a caller can see is a separate question, decided by row security: patients see their own, staff those of their project.',
    'A visitor is anyone without a session. Calls need a bearer token unless they say otherwise.',
    'A caregiver acts in a session of the patient, with what the patient has shared: the word says which of the four areas the call needs; ✓ needs none.',
    'Fresh proof: the caller has to confirm their identity again for this one request (decision 81); always in `serve`, and in the demo with `FRESH_PROOF=true`.',
    '(✓): allowed if the project permits it. Its admins decide at `/rights` which role has the right that the call names; until then, each role has all rights.',
    'Open in an emergency: withheld information is shown to a person who has opened the record in the path with emergency access (decision 87).',
    '',
    ...Object.entries(Object.groupBy(Object.values(calls), ({ feature }) => feature)).flatMap(section),
    '## Limits',
    '',
    row('Name', 'Calls', 'Counted by', 'Where'),
    row('---', '---', '---', '---'),
    ...windows,
    '',
  ].join('\n')

/** Throws when the kept document is not what the contract says today. */
export const checkAccess = async (kept: URL) => {
  if ((await readFile(kept, 'utf8').catch(() => '')) !== accessDocument())
    throw new CommandFailed('docs/ACCESS.md is stale. Run: npm run fornix -- access')
}

export const access = defineCommand({
  name: 'access',
  summary: 'Write docs/ACCESS.md: every call and who may make it',
  options: z.object({ check: z.literal(true).optional().describe('only say whether the file is up to date') }),
  run: async ({ check }, { print }) => {
    if (check) return checkAccess(file)
    await writeFile(file, accessDocument())
    print('docs/ACCESS.md is written.')
  },
})
