// Measures what the design promises, on this machine, and prints one table. A figure that is missed does not fail: it is read.
import { measureAlignment } from './measures/alignment.ts'
import { measureCalls } from './measures/calls.ts'
import { measureCost } from './measures/cost.ts'
import { measureEnumeration } from './measures/enumeration.ts'
import { measureGetPatient } from './measures/get-patient.ts'
import { measureImport } from './measures/import.ts'
import { measureLargeVolume } from './measures/large-volume.ts'
import { measureMails } from './measures/mails.ts'
import { measureManySeries } from './measures/many-series.ts'
import { measureMillion } from './measures/million.ts'
import { measureObjectStore } from './measures/object-store.ts'
import { measurePages } from './measures/pages.ts'
import { measurePasskey } from './measures/passkey.ts'
import { measurePatients } from './measures/patients.ts'
import { measurePhone } from './measures/phone.ts'
import { measurePictures } from './measures/pictures.ts'
import { measureProfile } from './measures/profile.ts'
import { measureSeries } from './measures/series.ts'
import { measureSlowLink } from './measures/slow-link.ts'
import { measureStart } from './measures/start.ts'
import { measureStow } from './measures/stow.ts'
import { measureStreams } from './measures/streams.ts'
import { measureStudies } from './measures/studies.ts'
import { measureUploads } from './measures/uploads.ts'
import { measureViewer } from './measures/viewer.ts'
import { measureWeb } from './measures/web.ts'
import { startBenchProgram } from './program.ts'
import { type Figure, tableOf } from './report.ts'

const measures = {
  start: measureStart,
  'get-patient': measureGetPatient,
  calls: measureCalls,
  cost: measureCost,
  profile: measureProfile,
  enumeration: measureEnumeration,
  uploads: measureUploads,
  patients: measurePatients,
  web: measureWeb,
  pages: measurePages,
  phone: measurePhone,
  passkey: measurePasskey,
  viewer: measureViewer,
  'large-volume': measureLargeVolume,
  'slow-link': measureSlowLink,
  'many-series': measureManySeries,
  alignment: measureAlignment,
  stow: measureStow,
  'object-store': measureObjectStore,
  import: measureImport,
  studies: measureStudies,
  series: measureSeries,
  pictures: measurePictures,
  streams: measureStreams,
  mails: measureMails,
  million: measureMillion,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(measures, name))
if (unknown.length > 0)
  throw new Error(`There is no measure ${unknown.join(', ')}, only: ${Object.keys(measures).join(', ')}`)
const program = await startBenchProgram()
const figures: Figure[] = []
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`… ${name}`)
    figures.push(...(await measure(program)))
  }
} finally {
  await program.stop()
}
console.log(`\n${tableOf(figures)}`)
