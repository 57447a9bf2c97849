import autocannon from 'autocannon'
import { openPgbench } from '../pgbench.ts'
import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { scriptsOf } from '../statements.ts'

const path = '/operator/get_patient_info/ana.rivera@northside.example/'
const connections = 16
const seconds = 8

/** Requests a second for one patient's record against the transactions a second that the database can do at most. */
export const measureGetPatient = async (program: Program): Promise<Figure[]> => {
  const tokens = await program.tokensOf('physician@northside.example', 100)
  const token = tokens.pop() ?? ''
  const record = () => fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  const scripts = (await scriptsOf(program, { record })).get('record')
  const run = () =>
    autocannon({
      url: address + path,
      connections,
      duration: seconds,
      requests: tokens.map((token) => ({ headers: { authorization: `Bearer ${token}` } })),
    })
  await run()
  const { requests, latency, non2xx } = await run()
  if (non2xx > 0) throw new Error(`${non2xx} answers were refusals`)
  const figures: Figure[] = [
    { what: `Patient record at ${connections} connections`, value: requests.average, unit: '/s' },
    { what: `Patient record at ${connections} connections, p99`, value: latency.p99, unit: 'ms' },
  ]
  if (!scripts) return figures
  try {
    const { app, system, both } = await openPgbench(program, { connections, seconds })(scripts)
    return [
      ...figures,
      { what: 'pgbench -M prepared with the transaction of the record', value: app, unit: '/s' },
      { what: 'pgbench -M prepared with the look-up of the session', value: system, unit: '/s' },
      { what: 'pgbench -M prepared with all statements of the request', value: both, unit: '/s' },
      { what: 'Share of pgbench that the program reaches', value: requests.average / both, unit: '', atLeast: 0.6 },
    ]
  } catch (error) {
    console.log(`pgbench was skipped: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return figures
  }
}
