import { Readable } from 'node:stream'
import { dicomwebRoot, storeInstances } from '@fornix/contract'
import { largeInstance } from '../../server/test/dicom.ts'
import { hasOrthanc, startOrthanc } from '../../server/test/orthanc.ts'
import { growthDuring } from '../memory.ts'
import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { aStudy } from '../scans.ts'

const boundary = 'edge'
const frames = 600
const noise = Buffer.from(Array.from({ length: 64 * 1024 }, (_, n) => (n * n) % 251))

/** Sends one instance of so many frames, half a megabyte each. */
export const sendLarge = async (url: string, headers: Record<string, string>, key: string, count: number) => {
  const { head, pixelBytes } = await largeInstance(aStudy(key), count)
  const body = function* () {
    yield Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`)
    yield head
    for (let left = pixelBytes; left > 0; left -= noise.length) yield noise.subarray(0, Math.min(left, noise.length))
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      accept: 'application/dicom+json',
      'content-type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
    },
    body: Readable.toWeb(Readable.from(body())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  if (answer.status !== 200) throw new Error(`STOW answered ${answer.status}: ${await answer.text()}`)
  await answer.body?.cancel()
}

type Series = Record<string, { Value?: string[] }>

/** Reads all of a study's first series; how many bytes came. */
const readLarge = async (url: string, headers: Record<string, string>, key: string) => {
  const series = `${url}/studies/${aStudy(key).studyUid}/series`
  const listed = await fetch(series, { headers: { ...headers, accept: 'application/dicom+json' } })
  const [first] = (await listed.json()) as Series[]
  const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*'
  const answer = await fetch(`${series}/${first?.['0020000E']?.Value?.[0]}`, { headers: { ...headers, accept } })
  let bytes = 0
  for await (const piece of answer.body as ReadableStream<Uint8Array>) bytes += piece.length
  return bytes
}

/**
 * Memory while one instance of 315 MB is stored and read again, beside that of Orthanc while it stores the same; a small one warms both up.
 */
export const measureStow = async (program: Program): Promise<Figure[]> => {
  const [token = ''] = await program.tokensOf('physician@northside.example', 1)
  const grows = async (pid: number, url: string, headers: Record<string, string>) => {
    await sendLarge(url, headers, 'warm', 20)
    const begun = performance.now()
    const megabytes = await growthDuring(pid, () => sendLarge(url, headers, 'large', frames))
    return { megabytes, seconds: (performance.now() - begun) / 1000 }
  }
  const [pid, headers] = [await program.pid(), { authorization: `Bearer ${token}` }]
  const ours = await grows(pid, address + storeInstances.path, headers)
  const root = address + dicomwebRoot
  await readLarge(root, headers, 'warm')
  let read = 0
  const reading = await growthDuring(pid, async () => {
    read = await readLarge(root, headers, 'large')
  })
  if (read < frames * 512 * 1024) throw new Error(`Only ${read} bytes of the large instance came`)
  const figures: Figure[] = [
    { what: 'One instance of 315 MB stored: memory grows by', value: ours.megabytes, unit: 'MB', atMost: 50 },
    { what: 'One instance of 315 MB stored: after', value: ours.seconds, unit: 's' },
    { what: 'One instance of 315 MB read: memory grows by', value: reading, unit: 'MB', atMost: 50 },
  ]
  if (!hasOrthanc) return figures
  const orthanc = await startOrthanc()
  try {
    const theirs = await grows(orthanc.pid, `${orthanc.url}/studies`, orthanc.headers)
    return [...figures, { what: 'The same in Orthanc: memory grows by', value: theirs.megabytes, unit: 'MB' }]
  } finally {
    await orthanc.stop()
  }
}
