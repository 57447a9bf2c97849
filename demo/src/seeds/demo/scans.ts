import { Readable } from 'node:stream'
import { approveScanRequest, getPatientInfo, listMyScans, requestAccess, uploadForm } from '@fornix/contract'
import { reconcile } from '@fornix/server/clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '@fornix/server/platform/database/scope.ts'
import type { Platform } from '@fornix/server/platform.ts'
import { demoStudy } from '../scans/demo-study.ts'
import { uidOf } from '../scans/mr-series.ts'
import { pdfPage } from './papers.ts'
import type { SignedIn } from './sign-in.ts'

type Visit = {
  patient: string
  physician: string
  name: string
  sex: 'F' | 'M'
  site: string
  dates: [date: string, time: string][]
}

const visits: Visit[] = [
  {
    patient: 'ana.rivera@northside.example',
    physician: 'physician@northside.example',
    name: 'Rivera^Ana',
    sex: 'F',
    site: 'Lumen Neuro',
    dates: [
      ['20260312', '101530'],
      ['20260910', '143005'],
    ],
  },
  {
    patient: 'ben.okafor@northside.example',
    physician: 'physician@northside.example',
    name: 'Okafor^Ben',
    sex: 'M',
    site: 'Lumen Neuro',
    dates: [['20260821', '110000']],
  },
  {
    patient: 'dana.rossi@lakeview.example',
    physician: 'physician@lakeview.example',
    name: 'Rossi^Dana',
    sex: 'F',
    site: 'Lakeview Brain Center',
    dates: [['20260702', '093000']],
  },
  {
    patient: 'eli.novak@lakeview.example',
    physician: 'physician@lakeview.example',
    name: 'Novak^Eli',
    sex: 'M',
    site: 'Lakeview Brain Center',
    dates: [['20261002', '131500']],
  },
]

const maxBytes = 10_000_000
const maxConcurrentScans = 8

/** As a scanner's files arrive: stored one by one, then matched by the MRN that they carry. */
const addStudies = async (as: SignedIn, { archive, database }: Platform, visit: Visit) => {
  const physician = await as(visit.physician)
  const { patient } = await physician.call(getPatientInfo, { params: { key: visit.patient } })
  const [row] = await database.systemQuery<{ project_id: string }>(
    'select project_id from patients where patient_id = $1',
    [patient._id],
  )
  const scope = staffScope(projectId(row?.project_id ?? ''))
  for (const [date, time] of visit.dates) {
    const studyUid = uidOf('demo study', visit.patient, date)
    const [month = '', day = '', year = ''] = (patient.dob ?? '').split('-')
    const instances = demoStudy({
      studyUid,
      date,
      time,
      accession: `A${date}`,
      description: 'Portable brain MRI',
      physician: 'Raman^Priya',
      institution: visit.site,
      patient: {
        id: patient.mrn_number || patient.patient_id,
        issuer: visit.site,
        name: visit.name,
        birthDate: `${year}${month}${day}`,
        sex: visit.sex,
      },
    })
    const storeNext = async () => {
      for (let next = await instances.next(); !next.done; next = await instances.next())
        await archive.store(scope, Readable.from([next.value.bytes]), { maxBytes })
    }
    await Promise.all(Array.from({ length: maxConcurrentScans }, storeNext))
    await reconcile(database, archive, scope, studyUid)
  }
}

const signFor = async (as: SignedIn, email: string, date: string) => {
  const { user, call } = await as(email)
  const { scans } = await call(listMyScans, { params: { key: email }, query: {} })
  const scan = scans.find(({ study_date }) => study_date === date)
  const study = scan?.study_UID ?? ''
  if (scan?.request_status !== 'none') return study
  const name = `${user.first_name} ${user.last_name}`
  const lines = [`MRI scan of ${date}`, 'Purpose of disclosure: Personal Use', `Signed by ${name}`]
  const bytes = pdfPage('Request for MRI Scan Authorization Form', lines)
  const body = { study_id: study, purposes: 'Personal Use', signature: name }
  await call(uploadForm, { params: { key: email }, body }, { name: 'AuthorizationForm', bytes })
  await call(requestAccess, { body: { studyId: study } })
  return study
}

/** Studies for four patients: one of Ana's is open to her, Ben waits for a decision. */
export const scans = async (as: SignedIn, platform: Platform) => {
  for (const visit of visits) await addStudies(as, platform, visit)
  const ana = 'ana.rivera@northside.example'
  const studyId = await signFor(as, ana, '20260312')
  const admin = await as('admin@northside.example')
  await admin.call(approveScanRequest, { body: { email: ana, studyId } })
  await signFor(as, 'ben.okafor@northside.example', '20260821')
}
