import '@fastify/multipart'
import type { Readable } from 'node:stream'
import type { Upload } from '@fornix/contract'
import type { FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'
import { badRequest, full, invalid, isFull, tooLarge } from '../base/errors.ts'
import { limitPerKey } from '../base/limit-per-key.ts'
import type { PatientId, Scope } from '../database/scope.ts'
import type { FileIdentity, FileKind } from '../files/encryption/file-identity.ts'
import { displayName } from '../files/file-name.ts'
import { drain, type FileSpace, FileTooLarge, type StoredFile, storeUpload } from '../files/receive.ts'
import { refusedType } from '../files/refused-type.ts'
import { UnsupportedType } from '../files/types/unsupported-type.ts'

/** Whose file it is, or how the fields in front of it tell. */
export type PatientOfUpload = PatientId | ((fields: Record<string, string>) => Promise<PatientId>)

/** A file that is stored and waits for its row. */
export type StoredUpload = StoredFile & FileIdentity & { file_name: string; scan_state: 'pending' | 'unscanned' }
type For = { scope: Scope; patient: PatientOfUpload; kind: FileKind }
type Received = { files: StoredUpload[]; fields: Record<string, string>; discard: () => Promise<void> }
export type ReceiveUpload = (request: FastifyRequest, rule: Upload, target: For) => Promise<Received>

/** What the reader of multipart says of bytes that are none; only its refusals of too much have a status. */
const unreadable = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413
    ? error
    : badRequest('What was sent is damaged or incomplete. Please try again.', 'malformed')

async function* readable<T>(parts: AsyncIterable<T>) {
  try {
    yield* parts
  } catch (error) {
    throw unreadable(error)
  }
}

const refusal = (error: unknown, rule: Upload, tooLargeNow: string): unknown => {
  if (error instanceof FileTooLarge) return tooLarge(tooLargeNow)
  if (error instanceof UnsupportedType) return refusedType(error, rule.wrongType)
  return isFull(error) ? full('There is no space left for files.') : error
}

/** Fires when the sender goes away. Fastify's own signal also fires when a body has been read to its end. */
const brokenOff = ({ raw }: FastifyRequest) => {
  const controller = new AbortController()
  raw.once('close', () => raw.complete || controller.abort())
  return controller.signal
}

const maxFieldBytes = 8192
/** Of one person: files that are made to be costly wait for each other, and not in front of everybody's. */
const uploadsAtOnce = 2

/** Reads a multipart request: its fields, and its files, each of which goes encrypted to the store while it arrives. */
export const uploadReceiver = (space: FileSpace & { scanned: boolean }): ReceiveUpload => {
  const receive = receiver(space)
  const limit = limitPerKey(uploadsAtOnce)
  return (request, rule, target) => limit(request.caller?.person ?? request.ip, () => receive(request, rule, target))
}

const receiver =
  (space: FileSpace & { scanned: boolean }): ReceiveUpload =>
  async (request, rule, { scope, patient, kind }) => {
    const { several } = rule
    if (!request.isMultipart()) throw badRequest(rule.missing ?? 'The request is not a form.', 'no_file')
    const gone = brokenOff(request)
    const fields: Record<string, string> = {}
    const files: StoredUpload[] = []
    const discard = async () => {
      for (const { storage_key } of files) await space.store.delete(storage_key)
    }

    const mostFiles = several?.maxFiles ?? 1
    let refused: unknown
    let readOn = true
    const take = async (source: Readable, name: string) => {
      const signal = AbortSignal.any([gone, AbortSignal.timeout(60_000)])
      const left = (several?.maxBytesTogether ?? rule.maxBytes) - files.reduce((sum, { size }) => sum + size, 0)
      const isLastStraw = several !== undefined && left < rule.maxBytes
      try {
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
        })
        const scan_state = space.scanned ? ('pending' as const) : ('unscanned' as const)
        return { ...stored, ...identity, file_name: displayName(name), scan_state }
      } catch (error) {
        // A browser that is still sending would see a reset instead of the answer.
        readOn = await drain(source, rule.maxBytes * 2)
        if (source.errored === error) throw unreadable(error)
        throw refusal(error, rule, isLastStraw ? several.tooLargeTogether : rule.tooLarge)
      }
    }

    const limits = {
      files: several ? mostFiles + 1 : 1,
      fields: 20,
      fieldSize: rule.maxFieldBytes ?? maxFieldBytes,
      fileSize: rule.maxBytes * 3,
      headerPairs: 50,
    }
    try {
      for await (const part of readable(request.parts({ limits }))) {
        if (part.type === 'field') {
          // A text that was cut off is not what was typed.
          if (part.valueTruncated) refused ??= invalid({ [part.fieldname]: 'This text is too long.' })
          else fields[part.fieldname] = String(part.value)
        } else if (refused) {
          readOn = await drain(part.file, rule.maxBytes * 2)
        } else if (part.fieldname !== rule.field || part.filename === '') part.file.resume()
        else if (several && files.length === mostFiles) {
          refused = badRequest(several.tooManyFiles, 'too_many_files')
          part.file.resume()
        } else {
          const stored = await take(part.file, part.filename).catch((error: unknown) => {
            refused = error
          })
          if (stored) files.push(stored)
        }
        if (!readOn) break
      }
      if (refused) throw refused
      if (files.length === 0 && rule.missing !== null) throw badRequest(rule.missing, 'no_file')
      return { files, fields, discard }
    } catch (error) {
      await discard()
      throw refused ?? error
    }
  }
