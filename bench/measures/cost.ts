import { readdir, readFile } from 'node:fs/promises'
import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { requests } from '../requests.ts'

const count = 1500
const email = 'physician@northside.example'
const reads = {
  record: '/operator/get_patient_info/ana.rivera@northside.example/',
  list: '/operator/get_all_patients/',
  search: '/operator/get_all_patients/?searchQuery=rivera',
}
const msPerTick = 10

type Process = { parent: number; own: number; ofEnded: number }
/** Processor time as Linux counts it, of a process and of its children that have ended. */
const processOf = async (pid: number | string): Promise<Process> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number)
  const ticks = (at: number) => (fields[at] ?? 0) + (fields[at + 1] ?? 0)
  return { parent: fields[1] ?? 0, own: ticks(11), ofEnded: ticks(13) }
}

const postgresTicks = async (postmaster: number) => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const backends = (await Promise.all(pids.map(processOf))).filter(({ parent }) => parent === postmaster)
  const { ofEnded } = await processOf(postmaster)
  return backends.reduce((sum, { own }) => sum + own, ofEnded)
}

const saves = async (patient_id: string, tokens: string[]) => {
  for (let n = 0; n < count / 5; n++) {
    const response = await fetch(`${address}/operator/update_patients/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[n % tokens.length]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ patient_id, physician_name: `Dr. ${n}` }),
    })
    await response.text()
    if (!response.ok) throw new Error(`A save answered ${response.status}`)
  }
  return count / 5
}

/** Processor time that a request takes of the program and of PostgreSQL: it holds on a busy machine, where times do not. */
export const measureCost = async (program: Program): Promise<Figure[]> => {
  const [{ code } = { code: '' }] = await program.owner<{ code: string }>(
    'select code from patients where email = $1',
    ['ana.rivera@northside.example'],
  )
  const tokens = await program.tokensOf(email, 60)
  const node = await program.pid()
  const pidFile = await readFile(`${program.dataDir}/postgres/data/postmaster.pid`, 'utf8')
  const postmaster = Number(pidFile.split('\n')[0])
  const figures: Figure[] = []
  const measured = async (what: string, work: () => Promise<number>) => {
    await work()
    const [nodeBefore, postgresBefore] = [(await processOf(node)).own, await postgresTicks(postmaster)]
    const asked = await work()
    const nodeTook = (await processOf(node)).own - nodeBefore
    const postgresTook = (await postgresTicks(postmaster)) - postgresBefore
    figures.push(
      { what: `${what}: the program’s processor time`, value: (nodeTook * msPerTick) / asked, unit: 'ms' },
      { what: `${what}: PostgreSQL’s`, value: (postgresTook * msPerTick) / asked, unit: 'ms' },
    )
  }
  for (const [what, path] of Object.entries(reads))
    await measured(what, async () => (await requests(path, tokens, count)).length)
  await measured('save', () => saves(code, tokens))
  return figures
}
