import { storeInstances } from '@fornix/contract'
import { largeInstance } from '../../server/test/dicom.ts'
import { hasObjectStore, startObjectStore } from '../../server/test/object-store.ts'
import { growthDuring } from '../memory.ts'
import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { aStudy } from '../scans.ts'
import { sendLarge } from './stow.ts'

/** Memory and time while 315 MB go through the program into an object store and come back, after a small file for warmth. */
export const measureObjectStore = async (program: Program): Promise<Figure[]> => {
  if (!hasObjectStore) return []
  const server = await startObjectStore()
  try {
    const { bucket, endpoint, region, credentials } = await server.bucket()
    await program.restart({
      FILES_URL: `s3://${bucket}?endpoint=${endpoint}&region=${region}`,
      S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    })
    const [token = ''] = await program.tokensOf('physician@northside.example', 1)
    const headers = { authorization: `Bearer ${token}` }
    const send = (frames: number) => sendLarge(address + storeInstances.path, headers, 'bucket', frames)
    const read = async (frames: number) => {
      const { studyUid } = await largeInstance(aStudy('bucket'), frames)
      const answer = await fetch(`${address}/api/dicomweb/studies/${studyUid}`, {
        headers: { ...headers, accept: 'multipart/related; type="application/dicom"' },
      })
      let bytes = 0
      for await (const piece of answer.body ?? []) bytes += piece.length
      if (answer.status !== 200 || bytes < frames * 500_000) throw new Error(`Reading answered ${answer.status}`)
    }
    const figures: Figure[] = []
    for (const [what, work] of [
      ['stored in a bucket', send],
      ['read from a bucket', read],
    ] as const) {
      if (work === send) await send(20)
      const begun = performance.now()
      const megabytes = await growthDuring(await program.pid(), () => work(600))
      const seconds = (performance.now() - begun) / 1000
      figures.push({
        what: `One instance of 315 MB ${what}: memory grows by`,
        value: megabytes,
        unit: 'MB',
        atMost: 60,
      })
      figures.push({ what: `One instance of 315 MB ${what}: after`, value: seconds, unit: 's' })
    }
    return figures
  } finally {
    await program.restart()
    await server.stop()
  }
}
