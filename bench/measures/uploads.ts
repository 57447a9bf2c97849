import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'

const residentMb = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const pdf = Buffer.concat([
  Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n'),
  Buffer.alloc(5 * 1024 * 1024 - 200, '% measured\n'),
  Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
])

/** Memory of the program while twenty uploads of 5 MB run at once; the first round warms it up. */
export const measureUploads = async (program: Program): Promise<Figure[]> => {
  const [token = ''] = await program.tokensOf('physician@northside.example', 1)
  const upload = async () => {
    const form = new FormData()
    form.append('email', 'ana.rivera@northside.example')
    form.append('file', new Blob([pdf]), 'measured.pdf')
    const { status } = await fetch(`${address}/operator/upload_document/ana.rivera@northside.example/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    if (status !== 200) throw new Error(`An upload answered ${status}`)
  }
  const pid = await program.pid()
  await Promise.all(Array.from({ length: 20 }, upload))
  const before = await residentMb(pid)
  let peak = before
  let done = false
  const watch = (async () => {
    while (!done) {
      peak = Math.max(peak, await residentMb(pid))
      await pause(20)
    }
  })()
  const begun = performance.now()
  await Promise.all(Array.from({ length: 20 }, upload))
  done = true
  await watch
  return [
    { what: '20 uploads of 5 MB at once: memory grows by', value: peak - before, unit: 'MB', atMost: 60 },
    { what: '20 uploads of 5 MB at once: all stored after', value: performance.now() - begun, unit: 'ms' },
  ]
}
