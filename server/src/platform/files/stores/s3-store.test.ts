import { once } from 'node:events'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CreateMultipartUploadCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { hourMs } from '@fornix/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasObjectStore, spoiltLine, startObjectStore } from '../../../../test/object-store.ts'
import { StoreUnavailable } from '../../base/store-unavailable.ts'
import { openFileStore } from './open-file-store.ts'
import { type S3Options, s3Store } from './s3-store.ts'
import { newStorageKey } from './store.ts'

const mib = 2 ** 20
const nowhere = {
  bucket: 'files',
  prefix: '',
  region: 'us-east-1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
}

test('a store that is out of reach, or silent, is named so and does not hang', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  for (const endpoint of ['http://127.0.0.1:9', `http://127.0.0.1:${port}`]) {
    const store = s3Store({ ...nowhere, endpoint, silenceMs: 50 })
    await expect(store.ready()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'unreachable' })
    await expect(store.put(newStorageKey(), Readable.from(['a']))).rejects.toThrow(StoreUnavailable)
    store.close()
  }
  silent.close()
})

describe.skipIf(!hasObjectStore)('a bucket', () => {
  let server: Awaited<ReturnType<typeof startObjectStore>>
  let options: S3Options
  beforeAll(async () => {
    server = await startObjectStore()
    options = await server.bucket()
  })
  afterAll(() => server?.stop())

  test('that is missing or refuses is named so, at the start too', async () => {
    const wrong = { ...options.credentials, secretAccessKey: 'wrong' } as NonNullable<S3Options['credentials']>
    for (const [change, reason, sentence] of [
      [{ bucket: 'not-there' }, 'missing', 'the bucket is missing (NoSuchBucket)'],
      [{ credentials: wrong }, 'refused', 'access is refused (SignatureDoesNotMatch)'],
    ] as const) {
      const store = s3Store({ ...options, ...change })
      const refused = expect.objectContaining({ reason, message: expect.stringContaining(sentence) })
      await expect(store.ready()).rejects.toEqual(refused)
      await expect(store.put(newStorageKey(), Readable.from(['a']))).rejects.toEqual(refused)
      await expect(store.get(newStorageKey())).rejects.toEqual(refused)
      store.close()
    }
    const { bucket, prefix, region, endpoint } = options
    const settings = { filesFolder: '', S3_ACCESS_KEY_ID: 'test:portal', S3_SECRET_ACCESS_KEY: 'wrong' }
    const start = openFileStore({ ...settings, objectStore: { bucket, prefix, region, endpoint } })
    await expect(start).rejects.toThrow('access is refused')
  })

  test.each([100_000, 9 * mib])(
    'takes no file of %i bytes that changed on its way, and keeps nothing of it',
    async (size) => {
      let spoilt = 0
      const line = await spoiltLine(server.port, (bytes) => {
        const at = bytes.indexOf('a patient')
        if (at < 0) return bytes
        spoilt++
        return Buffer.concat([bytes.subarray(0, at), Buffer.from('A'), bytes.subarray(at + 1)])
      })
      const store = s3Store({ ...options, endpoint: line.endpoint })
      const bytes = Buffer.concat([Buffer.from('a patient'), Buffer.alloc(size)])
      await expect(store.put(newStorageKey(), Readable.from([bytes]))).rejects.toThrow()
      expect(spoilt).toBeGreaterThan(0)
      expect(await server.inside(options.bucket)).toEqual([])
      store.close()
      line.stop()
    },
  )

  test('keeps nothing of a file whose line is cut in the middle of a part', async () => {
    let cut = false
    const line = await spoiltLine(server.port, (bytes, near) => {
      const here = bytes.includes('the middle')
      cut ||= here
      if (here) near.destroy()
      return here ? Buffer.alloc(0) : bytes
    })
    const store = s3Store({ ...options, endpoint: line.endpoint })
    const bytes = Buffer.concat([Buffer.alloc(10 * mib), Buffer.from('the middle'), Buffer.alloc(mib)])
    await expect(store.put(newStorageKey(), Readable.from([bytes]))).rejects.toThrow(StoreUnavailable)
    expect(cut).toBe(true)
    expect(await server.inside(options.bucket)).toEqual([])
    store.close()
    line.stop()
  })

  test('that dies in the middle of a file keeps at most the begun upload, which goes with the sweep', async () => {
    let dead = false
    const line = await spoiltLine(server.port, (bytes, near) => {
      dead ||= bytes.includes('the middle')
      if (dead) near.destroy()
      return dead ? Buffer.alloc(0) : bytes
    })
    const store = s3Store({ ...options, endpoint: line.endpoint })
    const key = newStorageKey()
    const bytes = Buffer.concat([Buffer.alloc(10 * mib), Buffer.from('the middle'), Buffer.alloc(mib)])
    await expect(store.put(key, Readable.from([bytes]))).rejects.toThrow(StoreUnavailable)
    await expect(store.ready()).rejects.toThrow(StoreUnavailable)
    expect(await server.inside(options.bucket)).toEqual([options.prefix + key])

    dead = false
    await expect(store.get(key)).rejects.toThrow('missing')
    await store.sweep(Date.now() + hourMs)
    expect(await server.inside(options.bucket)).toEqual([])
    await store.put(key, Readable.from([bytes.subarray(0, 100)]))
    await store.delete(key)
    store.close()
    line.stop()
  })

  test('is swept of uploads that died long ago, and of nothing else', async () => {
    const store = s3Store(options)
    const { bucket: Bucket, prefix } = options
    const client = new S3Client({ ...options, credentials: options.credentials ?? [], forcePathStyle: true } as never)
    const [left, stored] = [newStorageKey(), newStorageKey()]
    await store.put(stored, Readable.from(['a']))
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: prefix + left }))
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'of somebody else' }))
    await client.send(new PutObjectCommand({ Bucket, Key: `other/${stored}`, Body: 'not ours' }))

    await store.sweep(Date.now() - hourMs)
    expect(await server.inside(Bucket)).toContain(prefix + left)
    await store.sweep(Date.now() + hourMs)

    expect((await server.inside(Bucket)).sort()).toEqual(
      [prefix + stored, 'of somebody else', `other/${stored}`].sort(),
    )
    const listed: string[] = []
    for await (const { key } of store.list()) listed.push(key)
    expect(listed).toEqual([stored])
    expect((await buffer(await store.get(stored))).toString()).toBe('a')
    store.close()
    client.destroy()
  })
})
