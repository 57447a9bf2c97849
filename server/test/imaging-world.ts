import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { approveScanRequest, declineScanRequest, requestAccess, revokeScanAccess, uploadForm } from '@fornix/contract'
import { mrSeries, plainSequence, type Sequence, uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import { projectId, staffScope } from '../src/platform/database/scope.ts'
import { aStudy } from './dicom.ts'
import { smallPdf, type TestUser } from './given.ts'
import { type TestApp, testApp } from './harness.ts'

/** A study, a series of it and an instance of that. */
export type Aim = { study: string; series: string; instance: string }

const volume = { nx: 4, ny: 4, nz: 2, dx: 1, dy: 1, dz: 1, data: new Uint8Array(32) }
const sequence = (number: number): Sequence => ({
  ...plainSequence(number),
  description: `AX ${number}`,
  valueAt: (voxel) => voxel + number,
})

type Details = { patient?: Partial<ReturnType<typeof aStudy>['patient']>; date?: string }

/** A whole study of two series with two slices of 16 pixels each. */
const tinyStudy = (key: string, { patient = {}, date = '20260910' }: Details = {}) => {
  const study = aStudy(key, { date, patient: { ...aStudy(key).patient, ...patient } })
  return { studyUid: study.studyUid, instances: [1, 2].flatMap((n) => [...mrSeries(volume, study, sequence(n))]) }
}

export const unknownAim = (): Aim => {
  const [study, series, instance] = ['study', 'series', 'instance'].map((what) =>
    uidOf(what, randomBytes(8).toString('hex')),
  ) as [string, string, string]
  return { study, series, instance }
}

/** What tests of images need to exist: studies with files, and patients for whom they are open, or not any more. */
export const imagingIn = ({ platform, given, as, owner }: Pick<TestApp, 'platform' | 'given' | 'as' | 'owner'>) => {
  /** A tiny study in the archive, and the portal's row of it unless it has arrived only. */
  const stored = async (
    at: { project: string; patient?: string },
    { isListed = true, key, ...details }: Details & { isListed?: boolean; key?: string | undefined } = {},
  ) => {
    const { studyUid, instances } = tinyStudy(key ?? randomBytes(8).toString('hex'), details)
    const scope = staffScope(projectId(at.project))
    for (const { bytes } of instances)
      await platform.archive.store(scope, Readable.from([bytes]), { maxBytes: 1_000_000 })
    const aimAt = (n: number): Aim => ({
      study: studyUid,
      series: instances[n]?.seriesUid ?? '',
      instance: instances[n]?.sopUid ?? '',
    })
    if (isListed) await given.study({ ...at, uid: studyUid, series: aimAt(0).series })
    return { ...aimAt(0), other: aimAt(2) }
  }

  const asked = async (patient: TestUser, study: string) => {
    const file = { name: 'AuthorizationForm', bytes: smallPdf(study) }
    const [record] = await owner<{ name: string }>(
      "select first_name || ' ' || last_name as name from patients where patient_id = $1",
      [patient.id],
    )
    await as(patient).call(
      uploadForm,
      { params: { key: patient.code }, body: { study_id: study, signature: record?.name } },
      { file },
    )
    await as(patient).call(requestAccess, { body: { studyId: study } })
  }
  const decision = (patient: TestUser, studyId: string) => ({
    body: { email: patient.email, studyId, reason: 'A reason', ground: 'form_incomplete' as const },
  })
  const opened = async (patient: TestUser, admin: TestUser, study: string) => {
    await asked(patient, study)
    await as(admin).call(approveScanRequest, decision(patient, study))
  }
  return {
    stored,
    asked,
    opened,
    declined: async (patient: TestUser, admin: TestUser, study: string) => {
      await asked(patient, study)
      await as(admin).call(declineScanRequest, decision(patient, study))
    },
    revoke: (patient: TestUser, admin: TestUser, study: string) =>
      as(admin).call(revokeScanAccess, decision(patient, study)),
    /** The access has ended, whatever the day is at the site. */
    expire: (study: string) =>
      owner(
        `update access_requests set access_until = (now() at time zone 'UTC')::date - 2
          where study_id in (select study_id from studies where study_uid = $1)`,
        [study],
      ),
    giveTo: (study: string, patient: string | null) =>
      owner('update studies set patient_id = $2 where study_uid = $1', [study, patient]),
  }
}

/** The app of a test, and what its archive holds. */
export const imagingApp = async (change?: Parameters<typeof testApp>[0]) => {
  const app = await testApp(change)
  return { ...app, imaging: imagingIn(app) }
}
