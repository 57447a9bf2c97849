import type { Readable } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { Upload } from '@fornix/contract'
import type { FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'
import {
  badRequest,
  filesUnavailable,
  invalidFieldsError,
  isFull,
  storageFullError,
  tooLargeError,
} from '../base/errors.ts'
import { limitPerKey } from '../base/limit-per-key.ts'
import type { PatientId, Scope } from '../database/scope.ts'
import type { FileIdentity, FileKind } from '../files/encryption/file-identity.ts'
import { displayName } from '../files/file-name.ts'
import { refusedType } from '../files/refused-type.ts'
import { drain, type FileSpace, FileTooLarge, type StoredFile, storeUpload } from '../files/store-upload.ts'
import { UnsupportedType } from '../files/types/unsupported-type.ts'
import { actorOf } from '../sessions/session-row.ts'

/** Whose file it is, or how to find out from the fields before it. */
export type PatientOfUpload = PatientId | ((fields: Record<string, string>) => Promise<PatientId>)

/** A stored file that does not have its row yet. */
export type StoredUpload = StoredFile & FileIdentity & { file_name: string; scan_state: 'pending' | 'unscanned' }
type Space = FileSpace & { scanned: boolean }
type UploadTarget = { scope: Scope; patient: PatientOfUpload; kind: FileKind }
type Received = { files: StoredUpload[]; fields: Record<string, string>; discard: () => Promise<void> }
export type ReceiveUpload = (request: FastifyRequest, rule: Upload, target: UploadTarget) => Promise<Received>

/** What the multipart reader reports for malformed bytes; only its size refusals have a status. */
const toMalformedError = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413
    ? error
    : badRequest('What was sent is damaged or incomplete. Please try again.', 'malformed')

async function* rethrowMalformed<T>(parts: AsyncIterable<T>) {
  try {
    yield* parts
  } catch (error) {
    throw toMalformedError(error)
  }
}

/** `left`: how many more bytes the request's files may have in total. */
const refusal = (error: unknown, { several, maxBytes, ...rule }: Upload, left: number): unknown => {
  if (error instanceof FileTooLarge)
    return tooLargeError(several && left < maxBytes ? several.tooLargeTogether : rule.tooLarge)
  if (error instanceof UnsupportedType) return refusedType(error, rule.wrongType)
  return isFull(error)
    ? storageFullError(
        'There is no space left for files.',
        'There is no space left for files. Please tell your IT team.',
      )
    : error
}

/** Fires when the client disconnects. Fastify's own signal also fires when a body has been read to its end. */
const disconnectSignal = ({ raw }: FastifyRequest) => {
  const controller = new AbortController()
  raw.once('close', () => raw.complete || controller.abort())
  return controller.signal
}

const maxFieldBytes = 8192
/** Per person: files crafted to be costly wait for each other, and hold up nobody else's. */
const maxConcurrentUploads = 2

/** Reads a multipart request: its fields, and its files, each of which is encrypted and stored as it arrives. */
export const uploadReceiver = (space: Space): ReceiveUpload => {
  const receive = receiver(space)
  const limit = limitPerKey(maxConcurrentUploads)
  // A caregiver acting for a patient has a separate limit.
  const uploaderKey = ({ caller, ip }: FastifyRequest) => (caller ? actorOf(caller) : ip)
  return (request, rule, target) => limit(uploaderKey(request), () => receive(request, rule, target))
}

const receiver =
  (space: Space): ReceiveUpload =>
  async (request, rule, target) => {
    if (!request.isMultipart()) throw badRequest(rule.missing ?? 'The request is not a form.', 'no_file')
    // If it was closed while waiting, no further event comes: it would hold its slot forever.
    if (request.raw.destroyed) throw toMalformedError(request.raw.errored)
    const reader = uploadReader(space, rule, target, disconnectSignal(request))
    const { files, fields, discard } = reader
    try {
      for await (const part of rethrowMalformed(request.parts({ limits: limitsOf(rule) }))) {
        if (part.type === 'field') reader.field(part)
        else await reader.file(part)
        if (!reader.keepsReading()) break
      }
      reader.end()
      return { files, fields, discard }
    } catch (error) {
      await discard()
      throw reader.refused() ?? error
    }
  }

const limitsOf = (rule: Upload) => ({
  files: rule.several ? rule.several.maxFiles + 1 : 1,
  fields: 20,
  fieldSize: rule.maxFieldBytes ?? maxFieldBytes,
  fileSize: rule.maxBytes * 3,
  headerPairs: 50,
})

/** Takes the parts of one request as they arrive. The first refusal is the response; what comes after it is read and dropped. */
const uploadReader = (space: Space, rule: Upload, target: UploadTarget, disconnected: AbortSignal) => {
  const { several } = rule
  const fields: Record<string, string> = {}
  const files: StoredUpload[] = []
  let refused: unknown
  let keepsReading = true

  /** Otherwise a browser that is still sending would see a reset instead of the response. */
  const drop = async (source: Readable) => {
    keepsReading = await drain(source, rule.maxBytes * 2)
  }

  const field = ({ fieldname, value, valueTruncated }: MultipartValue) => {
    // A truncated text is not what the user typed.
    if (valueTruncated) refused ??= invalidFieldsError({ [fieldname]: 'This text is too long.' })
    else fields[fieldname] = String(value)
  }

  const file = async ({ file: source, fieldname, filename }: MultipartFile) => {
    if (refused) return drop(source)
    if (fieldname !== rule.field || filename === '') return void source.resume()
    if (several && files.length === several.maxFiles) {
      refused = badRequest(several.tooManyFiles, 'too_many_files')
      return void source.resume()
    }
    const left = (several?.maxBytesTogether ?? rule.maxBytes) - files.reduce((sum, { size }) => sum + size, 0)
    try {
      files.push(await storeFile(space, rule, target, { source, name: filename, fields, left, disconnected }))
    } catch (error) {
      await drop(source)
      refused = source.errored === error ? toMalformedError(error) : refusal(error, rule, left)
    }
  }

  return {
    fields,
    files,
    field,
    file,
    /** False once the sender has sent more than is read and dropped. */
    keepsReading: () => keepsReading,
    refused: () => refused,
    end: () => {
      if (refused) throw refused
      if (files.length === 0 && rule.missing !== null) throw badRequest(rule.missing, 'no_file')
    },
    discard: async () => {
      for (const { storage_key } of files) await space.store.delete(storage_key)
    },
  }
}

/** From the first byte of a file until it is stored; with cleanup, less than any proxy in `deploy/` waits. */
const timeoutMs = 60_000
type Arriving = {
  source: Readable
  name: string
  fields: Record<string, string>
  left: number
  disconnected: AbortSignal
}

const storeFile = async (
  space: Space,
  rule: Upload,
  target: UploadTarget,
  arriving: Arriving,
): Promise<StoredUpload> => {
  const { scope, patient, kind } = target
  const { source, name, fields, left, disconnected } = arriving
  const late = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([disconnected, late])
  const patient_id = typeof patient === 'function' ? await patient(fields) : patient
  const identity = { project_id: scope.project, patient_id, file_id: uuid(), kind }
  const stored = await storeUpload({
    ...space,
    source,
    name,
    allowed: rule.types,
    maxBytes: Math.min(left, rule.maxBytes),
    ignoreName: rule.ignoreName,
    file: identity,
    signal,
  }).catch((error: Error) => {
    // The whole file had arrived: the store was the slow part.
    throw late.aborted && source.readableEnded ? Object.assign(filesUnavailable(), { cause: error }) : error
  })
  return { ...stored, ...identity, file_name: displayName(name), scan_state: space.scanned ? 'pending' : 'unscanned' }
}
