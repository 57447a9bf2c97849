import { address, type Program } from '../program.ts'
import { type Figure, percentile } from '../report.ts'

const count = 10_000
const rounds = 200

/** The scan list of somebody with ten thousand studies, any page of it. */
export const measureStudies = async (program: Program): Promise<Figure[]> => {
  const [{ code } = { code: '' }] = await program.owner<{ code: string }>(
    `insert into studies (project_id, study_id, patient_id, study_uid, study_date, study_time, scan_type, source, series_uid)
       select project_id, gen_random_uuid(), patient_id, '2.25.77.' || n, to_char(date '1990-01-01' + n, 'YYYYMMDD'), '101530',
              'Portable brain MRI', 'Many', '2.25.77.' || n || '.1'
         from patients, generate_series(1, ${count}) n where email = $1
       returning (select code from patients p where p.patient_id = studies.patient_id)`,
    ['ben.okafor@northside.example'],
  )
  await program.owner('analyze studies')
  const [token = ''] = await program.tokensOf('physician@northside.example', 1)
  const samples: number[] = []
  for (let n = 0; n < rounds; n++) {
    const begun = performance.now()
    const page = 1 + ((n * 7919) % (count / 10))
    const answer = await fetch(`${address}/operator/get_patient_scan_list/${code}/?page=${page}&page_size=10`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { scans } = (await answer.json()) as { scans: unknown[] }
    if (scans.length === 0) throw new Error(`Page ${page} is empty`)
    if (n >= 20) samples.push(performance.now() - begun)
  }
  return [
    { what: 'Any page of 10,000 studies with total, p99', value: percentile(samples, 0.99), unit: 'ms', atMost: 50 },
  ]
}
