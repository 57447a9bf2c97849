import { listKnownInstances } from '@fornix/contract'
import { send } from '../../platform/calls/api.ts'

/** A larger file would be in memory as a whole while its hash is computed. */
const maxBytes = 32 * 1024 * 1024

const hashOf = async (file: Blob) => {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Which of the files the archive already has byte for byte, each with its study. None if the browser computes no hashes. */
export const findStoredFiles = async (files: readonly Blob[], signal: AbortSignal): Promise<Map<Blob, string>> => {
  const candidates = files.filter((file) => file.size <= maxBytes)
  if (!globalThis.isSecureContext || candidates.length === 0) return new Map()
  const hashes = new Map<Blob, string>()
  for (const file of candidates) hashes.set(file, await hashOf(file))
  const body = { sha256: [...new Set(hashes.values())] }
  const { instances } = await send(listKnownInstances, { body }, { signal })
  const studies = new Map(instances.map(({ sha256, study_UID }) => [sha256, study_UID]))
  return new Map([...hashes].flatMap(([file, hash]) => (studies.has(hash) ? [[file, studies.get(hash) ?? '']] : [])))
}
export type FindStoredFiles = typeof findStoredFiles
