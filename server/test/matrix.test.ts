import { randomUUID } from 'node:crypto'
import {
  addMyReimbursement,
  type Call,
  listMyReimbursements,
  type Role,
  requestAccess,
  roles,
  uploadForm,
  uploadMyDocument,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { smallPdf, type TestUser } from './given.ts'
import { testApp } from './harness.ts'
import { type Line, lines, type Right } from './matrix.ts'

const { given, send, as, owner } = await testApp()
const project = await given.project()
const elsewhere = await given.project()
const file = { name: 'a.pdf', bytes: smallPdf() }

type Actor = Role | 'Visitor'
const actors: Actor[] = ['Visitor', ...roles]
const rightOf = ({ rights }: Line, actor: Actor): Right => {
  if (actor === 'Visitor') return rights.visitor
  if (actor === 'Patient') return rights.patient
  return actor === 'Admin' || actor === 'SuperAdmin' ? rights.admins : rights.operators
}

/** How each word in braces comes to be, for a patient of whom something is there already. */
const ofPatient: Record<string, (user: TestUser) => Promise<string> | string> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  code: ({ code }) => code,
  document: async (user) => (await as(user).call(uploadMyDocument, { params: { key: user.code } }, { file })).file_id,
  form: async (user) =>
    (await as(user).call(uploadForm, { params: { key: user.code }, body: { signature: 'Ana Rivera' } }, { file }))
      .file_id,
  reimbursement: async (user) => (await reimbursementOf(user)).id,
  receipt: async (user) => (await reimbursementOf(user)).file_id,
  study: (user) => given.study({ project: user.project, patient: user.id }),
  requested: async (user) => {
    const studyId = await given.study({ project: user.project, patient: user.id })
    await as(user).call(uploadForm, { params: { key: user.code }, body: { signature: 'Ana Rivera' } }, { file })
    await as(user).call(requestAccess, { body: { studyId } })
    return studyId
  },
}
const ofStaff: Record<string, (user: TestUser) => Promise<string> | string> = {
  staffEmail: ({ email }) => email,
  adminEmail: ({ email }) => email,
  staffCode: ({ code }) => code,
  invitedEmail: async ({ id, email }) => {
    await owner("update providers set register_status = 'Invited', login_id = null where provider_id = $1", [id])
    return email
  },
}
const reimbursementOf = async (user: TestUser) => {
  await as(user).call(addMyReimbursement, { body: { amount: '12.50', description: 'Taxi' } }, { file })
  const [made] = (await as(user).call(listMyReimbursements, { params: { key: user.code } })).reimbursements
  return { id: made?.id ?? '', file_id: made?.file_id ?? '' }
}

type Whose = 'own' | 'same project' | 'other project' | 'unknown'
const wordsOf = ({ path, body }: Line) =>
  [...`${path}${JSON.stringify(body ?? {})}`.matchAll(/\{(\w+)\}/g)].map(([, word]) => word ?? '')

/** What the braces of a line stand for. Made for each attempt that is let in, because some calls delete what they are aimed at. */
const aim = async (words: string[], whose: Whose, actor: TestUser | null): Promise<Record<string, string>> => {
  if (whose === 'unknown') return Object.fromEntries(words.map((word) => [word, nobody(word)]))
  const at = whose === 'other project' ? elsewhere : project
  const own = whose === 'own' ? actor : null
  const values: Record<string, string> = {}
  let patient: TestUser | undefined
  let member: TestUser | undefined
  for (const word of words) {
    patient ??= word in ofPatient ? (own ?? (await given.patient(at))) : undefined
    member ??= word in ofStaff ? (own ?? (await given.staff(word === 'adminEmail' ? 'Admin' : 'Nurse', at))) : undefined
    const value = patient && word in ofPatient ? ofPatient[word]?.(patient) : member && ofStaff[word]?.(member)
    values[word] = (await value) ?? ''
  }
  return values
}
const nobody = (word: string) => {
  if (/email/i.test(word)) return 'nobody@nowhere.example'
  if (/code/i.test(word)) return 'P-ZZZZZZ'
  return word === 'study' || word === 'requested' ? '1.2.3.99' : randomUUID()
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, word: string) => values[word] ?? '')

// Who is refused changes nothing: all attempts that have to be refused share whom and what they are made by and aimed at.
const refusedActors = new Map<string, Promise<TestUser>>()
const refusedAims = new Map<string, ReturnType<typeof aim>>()
const once = <T>(made: Map<string, Promise<T>>, name: string, make: () => Promise<T>) => {
  const known = made.get(name) ?? make()
  made.set(name, known)
  return known
}
const userOf = async (actor: Actor, right: Right) => {
  if (actor === 'Visitor') return null
  const make = () => given.user(actor, project)
  return typeof right === 'number' ? once(refusedActors, actor, make) : make()
}

const attempt = async (line: Line, actor: Actor, whose: Whose) => {
  const [right, words] = [rightOf(line, actor), wordsOf(line)]
  const user = await userOf(actor, right)
  const values =
    expected(right, whose) === letIn
      ? await aim(words, whose, user)
      : await once(refusedAims, `${whose}: ${words}`, () => aim(words, whose, null))
  const call = {
    method: line.method,
    path: fill(line.path, values),
    ...(line.file && { upload: { field: line.file } }),
  }
  const body = line.body && JSON.parse(fill(JSON.stringify(line.body), values))
  const { status } = await send(user, call as Call, { body }, line.file ? { file } : {})
  return status
}

const refusals = [401, 403, 404]
const letIn = expect.toSatisfy((status: number) => status < 500 && ![...refusals, 429].includes(status), 'let in')
const expected = (right: Right, whose: Whose): unknown => {
  if (typeof right === 'number') return right
  if (right === 'open' || right === 'in') return letIn
  if (right === 'project') return whose === 'own' || whose === 'same project' ? letIn : 404
  if (whose === 'own') return letIn
  return right === 'ownElse403' ? 403 : 404
}

describe.each(lines.map((line) => [`${line.method} ${line.path}`, line] as const))('%s', (_, line) => {
  const named = wordsOf(line).length > 0
  test.each(actors)('%s', async (actor) => {
    const right = rightOf(line, actor)
    // Who has no records cannot aim at one of their own.
    const isOwnPossible = right === 'own' || right === 'ownElse403'
    const aims: Whose[] = named
      ? [...(isOwnPossible ? (['own'] as const) : []), 'same project', 'other project', 'unknown']
      : ['unknown']
    const answers: Partial<Record<Whose, number>> = {}
    for (const whose of aims) answers[whose] = await attempt(line, actor, whose)
    expect(answers).toEqual(Object.fromEntries(aims.map((whose) => [whose, expected(right, whose)])))
  })
})

test('the table has every call of the specification, once', () => {
  const names = lines.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}|no-such-token|nobody@.*/, '')}`)
  expect(new Set(names).size).toBe(77)
  expect(names).toHaveLength(77)
})
