import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { S3Options } from '../src/platform/files/stores/s3-store.ts'

/** Debian's Swift is on this machine; `npm test` installs it where it can. */
export const hasObjectStore = existsSync('/usr/lib/python3/dist-packages/swift/common/middleware/s3api/s3api.py')

/** A real object store that speaks S3, for this test only. */
export const startObjectStore = async () => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-swift-`)
  // By its full name: Debian's packages belong to Debian's Python.
  const program = fileURLToPath(new URL('object-store.py', import.meta.url))
  const server = spawn('/usr/bin/python3', [program, folder], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [port] = await Promise.race([once(createInterface(server.stdout), 'line'), once(server, 'exit')])
  if (server.exitCode !== null) throw new Error(`Swift ended with ${server.exitCode}`)

  const credentials = { accessKeyId: 'test:portal', secretAccessKey: 'swift-test' }
  const endpoint = `http://127.0.0.1:${port}`
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true })
  let buckets = 0
  return {
    port: Number(port),
    /** A new bucket and what a store needs to use it. */
    bucket: async (): Promise<S3Options> => {
      const bucket = `files-${++buckets}`
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      return { bucket, prefix: 'clinic/', endpoint, region: 'us-east-1', credentials }
    },
    /** Everything that lies there, uploads that were begun and not ended included. */
    inside: async (Bucket: string) => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      return [...Contents, ...Uploads].map(({ Key }) => Key)
    },
    stop: async () => {
      client.destroy()
      const gone = once(server, 'exit')
      server.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Change = (bytes: Buffer, line: Socket) => Buffer

/** A line to that store which a test may spoil: `change` sees what goes there, and gives what arrives; `back` what returns. */
export const spoiltLine = async (port: number, change: Change, back: Change = (bytes) => bytes) => {
  const lines = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const end of [near, far]) lines.add(end.on('error', () => {}))
    near.on('data', (bytes) => far.write(change(bytes, near))).on('close', () => far.destroy())
    far.on('data', (bytes) => near.write(back(bytes, near))).on('end', () => near.end())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    stop: () => {
      proxy.close()
      for (const line of lines) line.destroy()
    },
  }
}
