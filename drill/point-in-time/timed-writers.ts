import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getMyPatientInfo, listPatients, updateMyProfile, uploadDocument } from '../../contract/src/index.ts'
import { person } from '../calls.ts'
import { times } from '../scale.ts'
import { aPdf } from '../writers.ts'

type Noted = { sentAt: number; ackedAt: number }
type Document = Noted & { file_id: string; sha256: string }
type Change = Noted & { number: number }
export type Written = { documents: Document[]; changes: Change[]; patient: string }

const ana = 'ana.rivera@northside.example'
const staff = [
  'nurse@northside.example',
  'physician@northside.example',
  'physician@lakeview.example',
  'nurse@lakeview.example',
]
let lastNumber = 0

/** Staff who upload documents and a patient who changes an address, each as soon as the last was acknowledged; what was, and when. */
export const startTimedWriters = (address: string) => {
  const written: Written = { documents: [], changes: [], patient: ana }
  const stopping = new AbortController()
  const statuses = new Map<number, number>()
  const work = async (write: () => Promise<number>) => {
    while (!stopping.signal.aborted) {
      const status = await write()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await pause(status === 200 ? 150 : 500, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const uploads = staff.map((email) => {
    const { call } = person(address, email, 'operator')
    let patients: string[] = []
    let next = 0
    return async () => {
      if (patients.length === 0) {
        const answer = await call(listPatients, { query: { page_size: '50', sort: 'created_at', order: 'asc' } })
        if (answer.status !== 200) return answer.status
        patients = (answer.json()['patients'] as { patient_id: string }[]).map(({ patient_id }) => patient_id)
      }
      // A patient has 500 documents at most.
      const patient = patients[next++ % patients.length] ?? ''
      const file = aPdf(10_000 + Math.floor(Math.random() * 30_000))
      const sentAt = Date.now()
      const { status, json } = await call(uploadDocument, { params: { key: patient }, file })
      if (status === 200) {
        const sha256 = createHash('sha256').update(file).digest('hex')
        written.documents.push({ sentAt, ackedAt: Date.now(), file_id: String(json()['file_id']), sha256 })
      }
      return status
    }
  })
  const { call } = person(address, ana, 'patient')
  const change = async () => {
    const number = ++lastNumber
    const sentAt = Date.now()
    const { status } = await call(updateMyProfile, { body: { address_1: `${number} Drill Street` } })
    if (status === 200) written.changes.push({ sentAt, ackedAt: Date.now(), number })
    return status
  }
  const working = Promise.all([...uploads, change].map(work))
  return {
    written,
    statuses,
    /** Until so many documents are acknowledged. */
    documents: async (count: number) => {
      while (written.documents.length < times(count)) await pause(100)
    },
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}

/** Which number the patient's address has now. */
export const addressNumber = async (address: string, patient: string) => {
  const { status, json } = await person(address, patient, 'patient').call(getMyPatientInfo, {
    params: { email: patient },
  })
  if (status !== 200) throw new Error(`The patient's record answers ${status}`)
  return Number.parseInt((json()['patient'] as { address_1: string }).address_1, 10)
}
