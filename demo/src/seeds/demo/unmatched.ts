import { Readable } from 'node:stream'
import { getPatientInfo } from '@fornix/contract'
import { reconcile } from '@fornix/server/clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '@fornix/server/platform/database/scope.ts'
import type { Platform } from '@fornix/server/platform.ts'
import { demoStudy } from '../scans/demo-study.ts'
import { uidOf } from '../scans/mr-series.ts'
import type { SignedIn } from './sign-in.ts'

const slicesOfOneSeries = 36
const digitsOf = (dob: string | null) => (dob ?? '').replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3$1$2')

/** Two studies that wait for an admin: one with digits of the MRN swapped, one of a patient id from another hospital. */
export const unmatched = async (as: SignedIn, { archive, database }: Platform) => {
  const physician = await as('physician@northside.example')
  const read = async (key: string) => (await physician.call(getPatientInfo, { params: { key } })).patient
  const [ana, ben] = [await read('ana.rivera@northside.example'), await read('ben.okafor@northside.example')]
  const [row] = await database.systemQuery<{ project_id: string }>(
    'select project_id from patients where patient_id = $1',
    [ana._id],
  )
  const scope = staffScope(projectId(row?.project_id ?? ''))
  const studies = [
    {
      key: 'swapped digits',
      date: '20261116',
      patient: {
        id: ben.mrn_number.replace(/(.)(.)$/, '$2$1'),
        issuer: 'Lumen Neuro',
        name: 'Okafor^Ben',
        birthDate: digitsOf(ben.dob),
        sex: 'M' as const,
      },
    },
    {
      key: 'another hospital',
      date: '20261103',
      patient: {
        id: ana.mrn_number || ana.patient_id,
        issuer: 'Harbor General',
        name: 'Rivera^Ana',
        birthDate: digitsOf(ana.dob),
        sex: 'F' as const,
      },
    },
  ]
  for (const { key, date, patient } of studies) {
    const studyUid = uidOf('demo unmatched study', key)
    const instances = demoStudy({
      studyUid,
      date,
      time: '091500',
      accession: `A${date}`,
      description: 'Portable brain MRI',
      physician: 'Raman^Priya',
      institution: 'Lumen Neuro',
      patient,
    })
    for (let stored = 0; stored < slicesOfOneSeries; stored++) {
      const { value } = await instances.next()
      if (value) await archive.store(scope, Readable.from([value.bytes]), { maxBytes: 1_000_000 })
    }
    await reconcile(database, archive, scope, studyUid)
  }
}
