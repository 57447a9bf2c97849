import '@fastify/multipart'
import type { Readable } from 'node:stream'
import type { Upload } from '@fornix/contract'
import type { FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'
import { ApiError, badRequest, tooLarge, unsupported } from './errors.ts'
import type { FileIdentity, FileKind } from './files/file-identity.ts'
import { displayName } from './files/file-name.ts'
import { drain, type FileSpace, FileTooLarge, type StoredFile, storeUpload } from './files/receive.ts'
import { UnsupportedType } from './files/unsupported-type.ts'
import type { PatientId, Scope } from './scope.ts'

/** A file that is stored and waits for its row. */
export type StoredUpload = StoredFile & FileIdentity & { file_name: string }
type For = { scope: Scope; patient: PatientId; kind: FileKind }
type Received = { file: StoredUpload; fields: Record<string, string>; discard: () => Promise<void> }
export type ReceiveUpload = (request: FastifyRequest, rule: Upload, target: For) => Promise<Received>

const refusal = (error: unknown, rule: Upload): unknown => {
  if (error instanceof FileTooLarge) return tooLarge(rule.tooLarge)
  if (error instanceof UnsupportedType) return unsupported(rule.wrongType)
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    ? new ApiError(507, 'full', 'There is no space left for files.')
    : error
}

/** Fires when the sender goes away. Fastify's own signal also fires when a body has been read to its end. */
const brokenOff = ({ raw }: FastifyRequest) => {
  const controller = new AbortController()
  raw.once('close', () => raw.complete || controller.abort())
  return controller.signal
}

/** Reads a multipart request: its fields, and its one file, which goes encrypted to the store while it arrives. */
export const uploadReceiver =
  (space: FileSpace): ReceiveUpload =>
  async (request, rule, { scope, patient, kind }) => {
    if (!request.isMultipart()) throw badRequest(rule.missing, 'no_file')
    const fields: Record<string, string> = {}
    let file: StoredUpload | undefined
    const discard = async () => {
      if (file) await space.store.delete(file.storage_key)
    }

    const take = async (source: Readable, name: string) => {
      const identity = { project_id: scope.project, patient_id: patient, file_id: uuid(), kind }
      const signal = AbortSignal.any([brokenOff(request), AbortSignal.timeout(60_000)])
      try {
        const stored = await storeUpload({
          ...space,
          source,
          name,
          allowed: rule.types,
          maxBytes: rule.maxBytes,
          file: identity,
          signal,
        })
        return { ...stored, ...identity, file_name: displayName(name) }
      } catch (error) {
        // A browser that is still sending would see a reset instead of the answer.
        await drain(source, rule.maxBytes * 2)
        throw refusal(error, rule)
      }
    }

    try {
      for await (const part of request.parts({
        limits: { files: 1, fields: 20, fieldSize: 8192, fileSize: rule.maxBytes * 3, headerPairs: 50 },
      })) {
        if (part.type === 'field') fields[part.fieldname] = String(part.value)
        else if (part.fieldname === rule.field && !file) file = await take(part.file, part.filename)
        else part.file.resume()
      }
      if (!file) throw badRequest(rule.missing, 'no_file')
      return { file, fields, discard }
    } catch (error) {
      await discard()
      throw error
    }
  }
