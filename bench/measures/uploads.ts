import { growthDuring } from '../memory.ts'
import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'

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
  const begun = performance.now()
  const megabytes = await growthDuring(pid, async () => {
    await Promise.all(Array.from({ length: 20 }, upload))
  })
  return [
    { what: '20 uploads of 5 MB at once: memory grows by', value: megabytes, unit: 'MB', atMost: 60 },
    { what: '20 uploads of 5 MB at once: all stored after', value: performance.now() - begun, unit: 'ms' },
  ]
}
