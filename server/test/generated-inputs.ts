import { randomUUID } from 'node:crypto'
import {
  addMyReimbursement,
  answerRule,
  audienceOf,
  bookMyAppointment,
  type Call,
  calls,
  dayMs,
  ErrorBody,
  fillPath,
  listMyReimbursements,
  NewCaregiver,
  PatientEdit,
  PatientInvite,
  questionnaireVersion,
  questionsOf,
  type Role,
  roles,
  startMyThread,
} from '@fornix/contract'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Platform } from '../src/platform.ts'
import { inputsOf, type Known } from './arbitraries.ts'
import { givenClinic } from './clinic.ts'
import { aStudy, instancesOf } from './dicom.ts'
import { givenIn, smallPdf, type TestUser } from './given.ts'
import { callsOn } from './harness.ts'
import { stowBody, stowType } from './stow.ts'

type World = { people: Record<Role, TestUser>; known: Known; dicom: Buffer; renew: (user: TestUser) => Promise<void> }

/** A project with somebody of each role, and ids of things that are there, by the name of the field that takes them. */
const worldIn = async (platform: Platform, app: FastifyInstance): Promise<World> => {
  const given = givenIn(platform)
  const { as } = callsOn(app)
  const { project, admin, patient, document, form, study } = await givenClinic(platform, callsOn(app))
  const people = Object.fromEntries(
    await Promise.all(roles.map(async (role) => [role, await given.user(role, project)])),
  ) as Record<Role, TestUser>
  Object.assign(people, { Admin: admin, Patient: patient })
  const neighbour = await given.patient(project)
  const free = await given.study({ project })
  const start = '2032-03-10T16:00:00Z'
  const { appointment } = await as(patient).call(bookMyAppointment, { body: { start } })
  await as(neighbour).call(
    addMyReimbursement,
    { body: { amount: '1', description: 'Taxi' } },
    { file: { name: 'a.pdf', bytes: smallPdf() } },
  )
  const owned = await as(patient).call(listMyReimbursements, { params: { key: patient.code } })
  const [reimbursement] = owned.reimbursements
  const { thread_id } = await as(patient).call(startMyThread, {
    body: { id: randomUUID(), subject: 'Question', text: 'May I eat before?' },
  })
  const [instance] = await instancesOf(aStudy(patient.code), 1)
  const keys = [patient.code, patient.email, neighbour.code, neighbour.email]
  const colleagues = [people.Nurse, people.Physician, admin]
  const studies = [study, study, free]
  const known: Known = {
    key: keys,
    patient: keys,
    patient_id: keys,
    email: [...keys, ...colleagues.map(({ email }) => email)],
    username: colleagues.map(({ email }) => email),
    _id: [patient.id, neighbour.id],
    id: [appointment.id, reimbursement?.id, people.Nurse.session],
    file_id: [document, form, reimbursement?.file_id],
    provider_id: colleagues.map(({ code }) => code),
    study: studies,
    studyId: studies,
    study_UID: studies,
    StudyInstanceUID: studies,
    studies: [study, `${study},${free}`],
    series: [instance?.seriesUid],
    seriesId: [`${study}.1`],
    instance: [instance?.sopUid],
    project: [project],
    form: ['authForm'],
    kind: ['reimbursement'],
    language: ['en', 'es'],
    item_id: [reimbursement?.id],
    assignee: colleagues.map(({ code }) => code),
    thread: [thread_id],
    through: [thread_id],
    frames: ['1'],
    frame: ['1'],
    tag: ['7FE00010'],
    accept: ['*/*', 'image/png', 'application/dicom'],
    start: ['2032-03-10T17:00:00Z', start],
    version: [1, 2],
    password: [patient.password],
    physician_name: ['Nora Lindt'],
    firstname: ['Ana'],
    lastname: ['Rivera'],
    first_name: ['Maria', 'Ana'],
    last_name: ['Soto', 'Rivera'],
    relationship: ['Mother'],
    until: [new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10)],
    read_before: [patient.id],
    sha256: ['0'.repeat(64)],
  }
  const renew = async (user: TestUser) => {
    const { project, login, role, id } = user
    const record = role === 'Patient' ? { patient_id: id } : { provider_id: id }
    const { accessToken, refreshToken } = await platform.database.unscoped('test session', (db) =>
      platform.sessions.start(db, { project, login, audience: audienceOf(role), device: 'test', record }),
    )
    Object.assign(user, { token: accessToken, refreshToken })
  }
  return { people, known, dicom: instance?.bytes ?? Buffer.alloc(0), renew }
}

/** These take away what the others need, so they come last. */
const isEnding = ([name, { method }]: [string, Call]) =>
  method === 'DELETE' ||
  /^(delete|end|logout|reject|cancel|decline|revoke|switch|register|updateOperatorProfile|saveTwoStepPolicy)/.test(name)
const inOrder = Object.entries(calls).sort((one, other) => Number(isEnding(one)) - Number(isEnding(other)))

const screening = z.object({
  version: z.literal(questionnaireVersion),
  answers: z.object(
    Object.fromEntries(questionsOf(questionnaireVersion).map((question) => [question.id, answerRule(question)])),
  ),
})
/** What the bodies take whose rules their routes hold. */
/** Nobody of the clinic: these are no caregivers. */
const caregiver = NewCaregiver.extend({ email: z.enum(['sam@outside.example', 'kim@outside.example']) })
const profile = z.looseObject({ ...PatientEdit.shape, _id: z.uuid() })
const bodies: Record<string, z.ZodType> = {
  updateMyProfile: profile,
  updatePatient: profile,
  submitMyScreening: screening,
  submitScreening: screening,
  inviteMyCaregiver: caregiver,
  sendInvitation: PatientInvite,
  sendInvitationTo: PatientInvite,
}

/** A few of the many attributes that a search may name; all of them at once are hardly ever well formed. */
const search = z.object({
  PatientName: z.string().max(60).optional(),
  AccessionNumber: z.string().max(60).optional(),
  StudyInstanceUID: z.string().optional(),
  limit: z.number().int().min(0).max(500).optional(),
})
const queries: Record<string, z.ZodType> = {
  searchStudies: search,
  searchAllSeries: search,
  searchAllInstances: search,
}

type Input = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  fileName: string
  who: number
}
const inputOf = ([name, { params, query, body, upload }]: [string, Call], known: Known) => {
  const part = (schema: Call['params'], isValid: boolean) =>
    schema.def.type === 'pipe' && schema.safeParse(Symbol()).success
      ? fc.constant(undefined)
      : inputsOf(schema, known, isValid)
  const whole = (isValid: boolean) =>
    fc.record({
      // An address that is none is another matter, and quickly told.
      params: part(params, true),
      query: part(queries[name] ?? query, isValid),
      body: part(bodies[name] ?? body, isValid),
      fileName: fc.constantFrom(
        ...(upload
          ? ['a.pdf', 'two\r\nlines.pdf', 'x.pdf\u202e', '👩‍👩‍👧.PDF', `${'x'.repeat(300)}.pdf`, 'a.exe']
          : ['']),
      ),
      who: fc.nat(),
    })
  return fc.oneof({ weight: 3, arbitrary: whole(true) }, { weight: 1, arbitrary: whole(false) }) as fc.Arbitrary<Input>
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()
const filled = (fields: Record<string, unknown> | undefined) =>
  Object.entries(fields ?? {}).filter(([, value]) => value !== undefined && value !== null)

const payloadOf = async (call: Call, { body, fileName }: Input, dicom: Buffer) => {
  if (call.stream) return { payload: stowBody([dicom]), headers: { 'content-type': stowType } }
  if (!call.upload)
    return body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  for (const [name, value] of filled(body as Record<string, unknown>)) form.append(name, textOf(value))
  form.append(call.upload.field, new Blob([new Uint8Array(smallPdf())]), fileName)
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

const leaks =
  /\n\s+at \S+ \(|\.ts:\d+|node_modules|violates \w+[ -]?\w* constraint|syntax error at|invalid input (syntax|value)|relation "|column "/

/** What is wrong with an answer, whatever was asked. */
const faultOf = (call: Call, status: number, type: string, text: string) => {
  if (status >= 500) return `a ${status}: ${text.slice(0, 200)}`
  if (!/^application\/(dicom\+)?json/.test(type)) return undefined
  if (leaks.test(text)) return `tells of its inside: ${leaks.exec(text)?.[0]}`
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'no JSON'
  }
  if (type.includes('dicom')) return undefined
  if (status >= 400) return ErrorBody.safeParse(value).success ? undefined : 'a refusal of another form'
  return call.responseKind !== 'json' || call.response.safeParse(value).success
    ? undefined
    : 'a response of another form'
}

const hangMs = 30_000
const address = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

export type Tally = { sent: number; valid: number; done: number }

/** Asks every call in turn, as those who may, with inputs that mostly keep its rules; `tell` hears of each answer that is wrong. */
export const sendGenerated = async (
  platform: Platform,
  app: FastifyInstance,
  { count, seed, tell }: { count: number; seed: number; tell: (fault: string) => void },
) => {
  const tallies = new Map(inOrder.map(([name]): [string, Tally] => [name, { sent: 0, valid: 0, done: 0 }]))
  const perRound = 3
  let sent = 0
  for (let round = 0; sent < count; round++) {
    const world = await worldIn(platform, app)
    for (const [name, call] of inOrder) {
      const inputs = fc.sample(inputOf([name, call], world.known), {
        seed: seed + round,
        numRuns: Math.min(perRound, count - sent),
      })
      for (const input of inputs) {
        const { status, fault } = await ask(call, input, world, sent++)
        if (fault) tell(`${name} (seed ${seed}, round ${round}): ${fault}\n${JSON.stringify(input).slice(0, 1500)}`)
        const tally = tallies.get(name)
        if (!tally) continue
        tally.sent++
        if (![400, 401, 403, 413, 415, 429].includes(status)) tally.valid++
        if (status < 400) tally.done++
      }
    }
  }
  return tallies

  async function ask(call: Call, input: Input, { people, dicom, renew }: World, n: number) {
    const allowed = call.allow === 'anyone' ? [...roles, null] : call.allow
    const role = allowed[input.who % allowed.length] ?? null
    const user = role && people[role]
    const isByCookie = call.session === 'cookie' || call.session === 'bearer-or-cookie'
    const { payload, headers } = await payloadOf(call, input, dicom)
    const search = new URLSearchParams(filled(input.query).map(([name, value]) => [name, textOf(value)]))
    const params = Object.fromEntries(filled(input.params).map(([name, value]) => [name, textOf(value)]))
    const answer = app.inject({
      method: call.method,
      url: `${fillPath(call.path, params)}?${search}`,
      remoteAddress: address(n),
      headers: { ...headers, ...(user && (!isByCookie || n % 2 === 0) && { authorization: `Bearer ${user.token}` }) },
      cookies: user && isByCookie ? { [`fornix-${audienceOf(user.role)}`]: user.refreshToken } : {},
      payloadAsStream: call.responseKind === 'events',
      ...(payload !== undefined && { payload }),
    })
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, hangMs, null)
    })
    const response = await Promise.race([answer, tooLate])
    clearTimeout(timer)
    if (!response) return { status: 0, fault: 'no answer' }
    const { statusCode: status } = response
    if (status === 401 && user) await renew(user)
    if (call.responseKind === 'events') {
      response.stream().destroy()
      return { status, fault: status >= 500 ? `a ${status}` : undefined }
    }
    return { status, fault: faultOf(call, status, String(response.headers['content-type'] ?? ''), response.payload) }
  }
}
