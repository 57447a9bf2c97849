import { addAbortSignal, Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { StoreUnavailable } from '../../base/store-unavailable.ts'
import type { S3Place } from '../../settings/s3-place.ts'
import { type Part, partsOf } from './parts.ts'
import { checkStorageKey, type FileStore, isStorageKey, StoredFileMissing } from './store.ts'

// An upload holds one part in memory; a file of at most one part takes a single request.
const partBytes = 8 * 1024 * 1024
const probe = 'probe'
/** A user is waiting while this cleans up; what a hanging store keeps is removed by the daily sweep. */
const clearingMs = 5_000

export type S3Options = S3Place & {
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** How long the store may be silent. */
  silenceMs?: number
}

type Space = { client: S3Client; bucket: string; prefix: string }
type Place = { Bucket: string; Key: string }
type Upload = Place & { UploadId: string | undefined }

/** Files as objects in a bucket, verified by the store on arrival and by their encryption when read. */
export const s3Store = (options: S3Options): FileStore => {
  const { bucket, prefix } = options
  const client = clientOf(options)
  const space = { client, bucket, prefix }
  return {
    put: (key, stream, { signal } = {}) => put(space, key, stream, signal),
    get: (key, range) => get(space, key, range),
    delete: async (key) => {
      const abortSignal = AbortSignal.timeout(clearingMs)
      await client.send(new DeleteObjectCommand(placeOf(space, key)), { abortSignal }).catch((error: Error) => {
        throw abortSignal.aborted ? new StoreUnavailable('unreachable', `s3://${bucket}`, error) : error
      })
    },
    list: () => list(space),
    sweep: (beforeMs) => sweep(space, beforeMs),
    left: async () => undefined,

    // Starting and aborting an upload needs write permission and leaves nothing, not even a version.
    ready: async () => {
      const upload = await begin(client, { Bucket: bucket, Key: prefix + probe })
      await client.send(new AbortMultipartUploadCommand(upload))
    },
    close: () => client.destroy(),
  }
}

const clientOf = ({ bucket, endpoint, region, credentials, silenceMs = 60_000 }: S3Options) => {
  const client = new S3Client({
    region,
    endpoint,
    credentials,
    forcePathStyle: endpoint !== undefined,
    // Bodies are buffers, so the signature covers their SHA-256: a check that every server makes, even old ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(5_000, silenceMs),
      socketTimeout: silenceMs,
      // Someone who reads a file slowly keeps a connection.
      httpAgent: { maxSockets: 500 },
      httpsAgent: { maxSockets: 500 },
    },
  })
  const explained = explaining(`s3://${bucket} at ${endpoint ?? region}`)
  client.middlewareStack.add(
    (next) => (request) =>
      next(request).catch((error: Error) => {
        throw explained(error)
      }),
    { step: 'initialize' },
  )
  return client
}

const placeOf = ({ bucket, prefix }: Space, key: string): Place => {
  checkStorageKey(key)
  return { Bucket: bucket, Key: prefix + key }
}

const put = async (space: Space, key: string, stream: Readable, signal?: AbortSignal) => {
  const { client } = space
  const place = placeOf(space, key)
  signal?.throwIfAborted()
  if (signal) addAbortSignal(signal, stream)
  const parts = partsOf(stream, partBytes)
  let upload: Upload | undefined
  try {
    const { bytes, last }: Part = (await parts.next()).value
    if (last) {
      await client.send(new PutObjectCommand({ ...place, Body: bytes }), { abortSignal: signal })
      signal?.throwIfAborted()
      return { bytes: bytes.length }
    }
    upload = await begin(client, place, signal)
    return await putParts(client, upload, prepended(bytes, parts), signal)
  } catch (error) {
    await undo(client, place, upload)
    throw error
  } finally {
    await parts.return(undefined)
  }
}

const begin = async (client: S3Client, place: Place, abortSignal?: AbortSignal): Promise<Upload> => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place), { abortSignal })
  return { ...place, UploadId }
}

const putParts = async (client: S3Client, upload: Upload, parts: AsyncIterable<Buffer>, abortSignal?: AbortSignal) => {
  const Parts: { PartNumber: number; ETag: string | undefined }[] = []
  let bytes = 0
  for await (const part of parts) {
    const PartNumber = Parts.length + 1
    const request = new UploadPartCommand({ ...upload, PartNumber, Body: part })
    Parts.push({ PartNumber, ETag: (await client.send(request, { abortSignal })).ETag })
    bytes += part.length
  }
  await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), { abortSignal })
  const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: upload.Bucket, Key: upload.Key }))
  if (ContentLength !== bytes) throw new Error('The object store has put the parts of a file together wrongly')
  return { bytes }
}

/** The last request may or may not have been carried out; what cannot be undone now is removed by the daily sweep. */
const undo = async (client: S3Client, place: Place, upload: Upload | undefined) => {
  const options = () => ({ abortSignal: AbortSignal.timeout(clearingMs) })
  if (upload) await client.send(new AbortMultipartUploadCommand(upload), options()).catch(() => {})
  await client.send(new DeleteObjectCommand(place), options()).catch(() => {})
}

const get = async (space: Space, key: string, range?: { start: number; end: number }) => {
  const Range = range && `bytes=${range.start}-${range.end}`
  try {
    const { Body } = await space.client.send(new GetObjectCommand({ ...placeOf(space, key), Range }))
    if (!(Body instanceof Readable)) throw new Error('The object store has sent no file')
    return Body
  } catch (error) {
    if (statusOf(error) === 416) return Readable.from([])
    if (statusOf(error) === 404) throw new StoredFileMissing('A stored file is missing', { cause: error })
    throw error
  }
}

async function* list({ client, bucket, prefix }: Space) {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken }))
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      const key = Key.slice(prefix.length)
      if (isStorageKey(key) && LastModified) yield { key, changedMs: LastModified.getTime() }
    }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (ContinuationToken)
}

const sweep = async ({ client, bucket, prefix }: Space, beforeMs: number) => {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }))
  for (const { Key = '', UploadId, Initiated } of Uploads) {
    const name = Key.slice(prefix.length)
    const ours = isStorageKey(name) || name === probe
    if (ours && Initiated && Initiated.getTime() < beforeMs)
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
  }
}

async function* prepended(first: Buffer, rest: AsyncIterable<{ bytes: Buffer }>) {
  yield first
  for await (const { bytes } of rest) yield bytes
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

const explaining = (place: string) => (error: Error) => {
  if (error.name === 'AbortError') return error
  if (error.name === 'NoSuchBucket') return new StoreUnavailable('missing', place, error)
  const status = statusOf(error)
  if (status === 401 || status === 403 || status === 301) return new StoreUnavailable('refused', place, error)
  // No response, or one from a proxy in front of the store.
  if (status === undefined || status === 503) return new StoreUnavailable('unreachable', place, error)
  return error
}
