import { storeInstances } from '@fornix/contract'
import { s3Store } from '../../server/src/platform/files/stores/s3-store.ts'
import { hasObjectStore, startObjectStore } from '../../server/test/object-store.ts'
import { growthDuring } from '../memory.ts'
import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { sendLarge } from './stow.ts'

const megabyte = 2 ** 20

/** Memory and time while 315 MB go through the program into an object store, after a small file for warmth, and come out of it. */
export const measureObjectStore = async (program: Program): Promise<Figure[]> => {
  if (!hasObjectStore) return []
  const server = await startObjectStore()
  const options = await server.bucket()
  const store = s3Store({ ...options, prefix: '' })
  try {
    await program.restart({
      FILES_URL: `s3://${options.bucket}?endpoint=${options.endpoint}&region=${options.region}`,
      S3_ACCESS_KEY_ID: options.credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: options.credentials?.secretAccessKey ?? '',
    })
    const [token = ''] = await program.tokensOf('physician@northside.example', 1)
    const send = (key: string, frames: number) =>
      sendLarge(address + storeInstances.path, { authorization: `Bearer ${token}` }, key, frames)
    const read = async () => {
      let most = 0
      for await (const { key } of store.list()) {
        let bytes = 0
        for await (const piece of await store.get(key)) bytes += piece.length
        most = Math.max(most, bytes)
      }
      if (most < 300 * megabyte) throw new Error('The large instance is not in the bucket')
    }
    const measured = async (what: string, pid: number, work: () => Promise<void>): Promise<Figure[]> => {
      const begun = performance.now()
      const megabytes = await growthDuring(pid, work)
      return [
        { what: `One instance of 315 MB ${what}: memory grows by`, value: megabytes, unit: 'MB', atMost: 60 },
        { what: `One instance of 315 MB ${what}: after`, value: (performance.now() - begun) / 1000, unit: 's' },
      ]
    }
    await send('small in bucket', 20)
    return [
      ...(await measured('into a bucket', await program.pid(), () => send('large in bucket', 600))),
      ...(await measured('out of a bucket', process.pid, read)),
    ]
  } finally {
    store.close()
    await program.restart()
    await server.stop()
  }
}
