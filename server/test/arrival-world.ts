import { readdir } from 'node:fs/promises'
import { aStudy, instancesOf } from './dicom.ts'
import type { TestUser } from './given.ts'
import { testApp } from './harness.ts'
import { stowType } from './stow.ts'

/** What a sender of images may vary. */
export type Sending = { user?: TestUser | null; type?: string; to?: string; headers?: Record<string, string> }

export const study = aStudy('stow')
/** The patient's name in the studies. */
export const named = { first_name: 'Ana', last_name: 'Łukasz' }
export const uniqueStudy = (key: string, mrn = `MRN-${key}`) =>
  aStudy(key, { patient: { ...study.patient, id: mrn, issuer: '', birthDate: '' } })
export const bytesOf = async (key: string, count: number) =>
  (await instancesOf(uniqueStudy(key), count)).map(({ bytes }) => bytes)

/** A technologist who sends the files of scanners, and what is stored, listed and audited of them. */
export const arrivalWorld = async () => {
  const portal = await testApp({ environment: { MAX_INSTANCE_MB: '1' } })
  const { app, given, owner, folder } = portal
  const project = await given.project()
  const tech = await given.staff('MRI-Tech', project)

  const stow = async (payload: Buffer, { user = tech, type = stowType, to = '', headers = {} }: Sending = {}) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/dicomweb/studies/${to}`,
      payload,
      headers: { 'content-type': type, ...(user && { authorization: `Bearer ${user.token}` }), ...headers },
    })
    return { status: answer.statusCode, type: answer.headers['content-type'], body: answer.json() }
  }
  const storedFiles = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  const rowsOf = async (uid: string) =>
    (await owner('select 1 from archive_instances where study_uid = $1', [uid])).length
  const auditOf = (uid: string) =>
    owner<{ result: string; actor_id: string; patient_id: string | null }>(
      "select result, actor_id, patient_id from audit_events where action = 'images.store' and object_id = $1 order by event_id",
      [uid],
    )

  return { ...portal, project, tech, stow, storedFiles, rowsOf, auditOf }
}
