import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { dayMs } from '@fornix/contract'
import {
  bookAppointment,
  downloadDocument,
  getMyPatientInfo,
  listAppointments,
  listPatients,
  listSlots,
  sendEmail,
  updateMyProfile,
  uploadDocument,
} from '../contract/src/index.ts'
import { type Answer, type Person, person } from './calls.ts'

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export const aPdf = (size: number) =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% '),
    Buffer.from(randomBytes(size).toString('hex')),
    Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ])

/** Asks until the portal says how it is: a limit, or a session that ran out, is no loss. */
const told = async (ask: () => Promise<Answer>) => {
  let answer = await ask()
  for (let time = 0; time < 60 && ![200, 404].includes(answer.status); time++) {
    await pause(1000)
    answer = await ask()
  }
  return answer
}

/** One kind of write: does it, and says how to see later that it is there. Undefined: it was not acknowledged. */
type Write = () => Promise<{ answer: Answer; isThere?: () => Promise<boolean> }>

const documents =
  (staff: Person, patient: string): Write =>
  async () => {
    const file = aPdf(10_000 + Math.floor(Math.random() * 60_000))
    const sent = hash(file)
    const answer = await staff.call(uploadDocument, { params: { key: patient }, file })
    const { file_id } = answer.status === 200 ? (answer.json() as { file_id: string }) : { file_id: '' }
    const isThere = async () => {
      const { status, bytes } = await told(() => staff.call(downloadDocument, { params: { file_id } }))
      return status === 200 && hash(bytes) === sent
    }
    return { answer, isThere }
  }

/** Each change has a higher number, so a later one that nobody heard of may stand there as well. */
const profile = (patient: Person): Write => {
  let last = 0
  let standing: Promise<number> | undefined
  const read = async () => {
    const { json } = await told(() => patient.call(getMyPatientInfo, { params: { email: patient.email } }))
    const { address_1 } = json()['patient'] as { address_1: string }
    return Number.parseInt(address_1, 10)
  }
  return async () => {
    const number = ++last
    const answer = await patient.call(updateMyProfile, { body: { address_1: `${number} Drill Street` } })
    // Once for all of them, when nobody writes any more: hundreds of readings would meet the limit of a session.
    const isThere = async () => {
      standing ??= read()
      return (await standing) >= number
    }
    return { answer, isThere }
  }
}

const bookings = (staff: Person): Write => {
  let next = 0
  let keys: string[] = []
  return async () => {
    if (keys.length === 0) {
      const answer = await staff.call(listPatients, { query: { page_size: '50', sort: 'created_at', order: 'asc' } })
      if (answer.status !== 200) return { answer }
      keys = (answer.json()['patients'] as { patient_id: string }[]).map(({ patient_id }) => patient_id)
    }
    const key = keys[next++ % keys.length] ?? ''
    const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
    const free = await staff.call(listSlots, { params: { key }, query: { from: day(1), to: day(60) } })
    if (free.status !== 200) return { answer: free }
    const { slots } = free.json() as { slots: { start: string }[] }
    const { start } = slots[Math.floor(Math.random() * slots.length)] ?? { start: '' }
    const answer = await staff.call(bookAppointment, { params: { key }, body: { start } })
    const { appointment } =
      answer.status === 200
        ? (answer.json() as { appointment: { id: string } })
        : ({} as { appointment?: { id: string } })
    const isThere = async () => {
      const { json } = await told(() => staff.call(listAppointments, { params: { key } }))
      return (json()['appointments'] as { id: string; status: string }[]).some(
        ({ id, status }) => id === appointment?.id && status === 'booked',
      )
    }
    return { answer, isThere }
  }
}

/** As the page does it: what was not acknowledged is sent again under the same key. */
const emails = (staff: Person, patient: string, subjects: string[]): Write => {
  let waiting: { subject: string; send_key: string } | undefined
  return async () => {
    waiting ??= { subject: `Drill ${randomUUID()}`, send_key: randomUUID() }
    const { subject } = waiting
    const body = { to_email: 'drill@body.example', message: 'Drill', ...waiting }
    const answer = await staff.call(sendEmail, { params: { key: patient }, body })
    if (answer.status === 200) {
      subjects.push(subject)
      waiting = undefined
    }
    return { answer }
  }
}

/** A page of a proxy is no JSON. */
const sentenceOf = ({ bytes, json }: Answer) => (bytes[0] === 0x7b ? json()['error'] : 'without a sentence')

const [ana, dana] = ['ana.rivera@northside.example', 'dana.rossi@lakeview.example']

/** People of both projects who write at once, each as soon as the last was answered, and remember what was acknowledged. */
export const startWriters = (address: string) => {
  const operator = (email: string) => person(address, email, 'operator')
  const patient = (email: string) => person(address, email, 'patient')
  const subjects: string[] = []
  const writers: [Write, everyMs: number][] = [
    [documents(operator('nurse@northside.example'), ana), 1000],
    [documents(operator('physician@lakeview.example'), dana), 1000],
    [profile(patient(ana)), 150],
    [profile(patient(dana)), 150],
    [bookings(operator('tech@northside.example')), 5000],
    [emails(operator('physician@northside.example'), ana, subjects), 1000],
    [emails(operator('nurse@lakeview.example'), dana, subjects), 1000],
  ]
  const acknowledged: (() => Promise<boolean>)[] = []
  const acknowledgedAt: number[] = []
  let slowestMs = 0
  const statuses = new Map<number, number>()
  const sentences = new Set<string>()
  const stopping = new AbortController()

  const work = async (write: Write, everyMs: number) => {
    while (!stopping.signal.aborted) {
      const { answer, isThere } = await write()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 200) acknowledgedAt.push(performance.now())
      if (answer.status === 200 && isThere) acknowledged.push(isThere)
      slowestMs = Math.max(slowestMs, answer.ms)
      if (answer.status >= 400) sentences.add(`${answer.status} ${sentenceOf(answer)}`)
      // At the speed of a page that is used, and not of a loop; a node that is away is not asked at once again.
      await pause(answer.status === 200 ? everyMs : 100, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const working = Promise.all(writers.map(([write, everyMs]) => work(write, everyMs)))

  return {
    subjects,
    statuses,
    sentences,
    stop: async () => {
      stopping.abort()
      await working
    },
    count: () => acknowledged.length + subjects.length,
    slowest: () => slowestMs / 1000,
    /** The longest time from then on in which nothing was acknowledged. */
    secondsWithout: (since: number) => {
      const times = [since, ...acknowledgedAt.filter((at) => at > since), performance.now()]
      return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))) / 1000
    },
    /** How many of the acknowledged writes are not there. */
    lost: async () => {
      let lost = 0
      for (const isThere of acknowledged) if (!(await isThere().catch(() => false))) lost++
      return lost
    },
  }
}
