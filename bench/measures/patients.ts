import { address, type Program } from '../program.ts'
import { type Figure, percentile } from '../report.ts'

const count = 100_000
const rounds = 300

/** The list of a project of 100,000 patients, one page after another, as a browser asks for it. */
export const measurePatients = async (program: Program): Promise<Figure[]> => {
  const begun = performance.now()
  await program.fornix('seed', '--patients', String(count))
  const seeded = (performance.now() - begun) / 1000
  const tokens = await program.tokensOf('physician@northside.example', 4)
  const times = async (query: (n: number) => string) => {
    const samples: number[] = []
    for (let n = 0; n < rounds; n++) {
      const asked = performance.now()
      const response = await fetch(`${address}/operator/get_all_patients/?${query(n)}`, {
        headers: { authorization: `Bearer ${tokens[n % tokens.length]}` },
      })
      await response.text()
      if (response.status !== 200) throw new Error(`The list answered ${response.status}`)
      if (n >= 20) samples.push(performance.now() - asked)
    }
    return samples
  }
  const words = ['rivera', 'cruz', 'okafor', 'lin', 'ann', 'jose', 'mar', 'smith', 'p-7', 'lee']
  const pages = await times((n) => `page=${1 + ((n * 7919) % 10_000)}&page_size=10`)
  const sorts = ['first_name', 'email', 'mrn_number', 'status', 'created_at']
  const sorted = await times((n) => `page=${1 + ((n * 7919) % 10_000)}&sort=${sorts[n % sorts.length]}&order=desc`)
  const statuses = ['Accepted', 'Scanned', 'On Hold', 'Withdrawn']
  const filtered = await times((n) => `page=1&status=${statuses[n % statuses.length]}&patient_type=Patient`)
  const begunExport = performance.now()
  const file = await fetch(
    `${address}/operator/export_patients/?columns=mrn_number,first_name,last_name,email,status&reason=Measured`,
    {
      headers: { authorization: `Bearer ${tokens[0]}` },
    },
  )
  const lines = (await file.text()).split('\n').length
  const exported = (performance.now() - begunExport) / 1000
  if (lines < count) throw new Error(`The export has ${lines} lines`)
  const found = await times((n) => `page=1&page_size=10&searchQuery=${words[n % words.length]}`)
  return [
    { what: '100,000 patients seeded in', value: seeded, unit: 's', atMost: 60 },
    { what: 'Any page of 100,000 patients with total, p99', value: percentile(pages, 0.99), unit: 'ms', atMost: 50 },
    { what: 'Any page in another order, p99', value: percentile(sorted, 0.99), unit: 'ms', atMost: 60 },
    {
      what: 'First page of a status and type, with total, p99',
      value: percentile(filtered, 0.99),
      unit: 'ms',
      atMost: 50,
    },
    { what: '100,000 patients exported in', value: exported, unit: 's', atMost: 15 },
    { what: 'Search, page and total among 100,000, median', value: percentile(found, 0.5), unit: 'ms', atMost: 10 },
    { what: 'Search, page and total among 100,000, p99', value: percentile(found, 0.99), unit: 'ms' },
  ]
}
