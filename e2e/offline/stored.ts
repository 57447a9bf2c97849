import { randomUUID } from 'node:crypto'
import {
  type Call,
  fillPath,
  getDraft,
  getMyPatientInfo,
  getMyThread,
  getNotices,
  getScreening,
  listMyAppointments,
  listMyDocuments,
  listMyReimbursements,
  listMyThreads,
  type ResponseOf,
  updateReimbursement,
} from '@fornix/contract'
import { demoPort } from '../demo-program.ts'

const origin = `http://localhost:${demoPort}`
// Past the link, and not by an address whose sign-ins are counted with those of the tests beside it.
const address = { 'x-forwarded-for': `198.51.100.${1 + Number(process.env.TEST_PARALLEL_INDEX ?? 0)}` }

const signIn = async (audience: 'patient' | 'operator', email: string, password: string) => {
  const answer = await fetch(`${origin}/${audience}/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...address },
    body: JSON.stringify({ email, password }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}`, ...address }
}

/** What the portal has stored of a patient, read without the browser and its link. */
export const storedOf = async (
  patient: { email: string; password: string },
  nurse: { email: string; password: string },
) => {
  const asPatient = await signIn('patient', patient.email, patient.password)
  const asNurse = await signIn('operator', nurse.email, nurse.password)
  const read = async <C extends Call>(
    call: C,
    params: Record<string, string> = {},
    query = '',
  ): Promise<ResponseOf<C>> => {
    const headers = call.path.startsWith('/operator/') ? asNurse : asPatient
    const answer = await fetch(`${origin}${fillPath(call.path, params)}${query}`, { headers })
    return call.response.parse(await answer.json()) as ResponseOf<C>
  }
  const { patient_id: key } = (await read(getMyPatientInfo, { email: patient.email })).patient
  const claims = async () => (await read(listMyReimbursements, { key })).reimbursements
  return {
    threads: async () => {
      const { threads } = await read(listMyThreads, {}, '?page=1&page_size=50')
      return Promise.all(
        threads.map(async ({ subject, thread_id: thread }) => {
          const { messages } = await read(getMyThread, { thread })
          return {
            subject,
            thread,
            messages: messages.map(({ text, files }) => [text, ...files.map((file) => file.file_name)]),
          }
        }),
      )
    },
    visits: async () => (await read(listMyAppointments)).appointments,
    documents: async () => {
      const { documents } = await read(listMyDocuments, { key }, '?page=1&page_size=50')
      return documents.map(({ file_name }) => file_name)
    },
    claims,
    /** By the name of its form. */
    draft: async (form: string) => (await read(getDraft, { form })).draft?.values ?? null,
    profile: async () => (await read(getMyPatientInfo, { email: patient.email })).patient,
    screenings: async () => (await read(getScreening, { key })).screenings,
    emailsOff: async () => (await read(getNotices)).email_off,
    /** As a nurse does who needs more from the patient. */
    putOnHold: async (description: string, comment: string) => {
      const claim = (await claims()).find((one) => one.description === description)
      const body = new FormData()
      for (const [name, value] of Object.entries({ status: 'On Hold', comment, version: String(claim?.version) }))
        body.set(name, value)
      const headers = { ...asNurse, 'idempotency-key': randomUUID() }
      const path = fillPath(updateReimbursement.path, { id: claim?.id ?? '' })
      const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(await answer.text())
    },
  }
}
export type Stored = Awaited<ReturnType<typeof storedOf>>
