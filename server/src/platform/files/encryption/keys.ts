import { hkdfSync, randomBytes } from 'node:crypto'
import { boundRecord, boundTo, type FileIdentity } from './file-identity.ts'
import { unwrap, wrap } from './wrap.ts'

const keyBytes = 32

/** A 32-byte key for one purpose; keys for different purposes reveal nothing about each other. */
export const derive = (master: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', master, '', `fornix ${purpose}`, keyBytes))

export type ProjectKey = { version: number; key: Buffer }

/** A key for one file only: its chunks are numbered, so a second file under the same key would repeat nonces. */
export const newFileKey = () => randomBytes(keyBytes)

const fileKeyAad = (file: FileIdentity, version: number) =>
  boundTo('file key', file.project_id, boundRecord(file), file.file_id, file.kind, version)

export const wrapFileKey = ({ version, key }: ProjectKey, fileKey: Uint8Array, file: FileIdentity) =>
  wrap(key, fileKey, fileKeyAad(file, version))

/** Throws if the row was changed or belongs to another file. */
export const unwrapFileKey = ({ version, key }: ProjectKey, wrapped: Uint8Array, file: FileIdentity) =>
  unwrap(key, wrapped, fileKeyAad(file, version))
