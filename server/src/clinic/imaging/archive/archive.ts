import type { Readable } from 'node:stream'
import type { ArchiveAnswer } from '../../../platform/calls/send-answer.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import type { DicomJson } from '../dicom/dicom-json.ts'
import type { Rendering } from '../pixels/rendering.ts'
import type { Asker } from '../pixels/turns.ts'

export type { Asker, Rendering }

/** A study, a series of it, or an instance of that, by their UIDs. */
export type Chain = { study: string; series?: string; instance?: string }

/** One stored instance, or the same one again. */
export type StoredInstance = Required<Chain> & { sopClass: string; isNew: boolean }

/** `study` is given where nothing of another study is welcome; `check` rejects for a study that must not be added to. */
export type Incoming = {
  maxBytes: number
  signal?: AbortSignal
  study?: string
  check?: (study: string) => Promise<void>
}

/** Whom a study names now, as far as a list of studies tells. */
export type StudyIdentity = { patientId: string; issuer: string | undefined }

/**
 * Where DICOM lies: the embedded archive or a PACS. It knows studies, not people: who may ask is decided before it is asked,
 * and the whole chain must exist. What does not is null. `signal` ends the reading when the asker goes away.
 */
export type ImagingArchive = {
  /** Takes one DICOM file in; throws `DicomRefused`. */
  store(scope: Scope, source: Readable, options: Incoming): Promise<StoredInstance>
  /** What a list of series shows; `more` are tags beside those. */
  seriesOf(scope: Scope, study: string, more?: string[]): Promise<DicomJson[]>
  instancesOf(scope: Scope, chain: Omit<Chain, 'instance'>, more?: string[]): Promise<DicomJson[]>
  /** The tags of every instance of the chain, with the place of the pixels instead of the pixels. */
  metadata(scope: Scope, chain: Chain, base: string): Promise<DicomJson[] | null>
  /** The files as multipart `application/dicom`. */
  files(scope: Scope, chain: Chain, signal?: AbortSignal): Promise<ArchiveAnswer | null>
  /** Frames by number from 1, as they are compressed, or as plain pixels: Explicit VR Little Endian. */
  frames(
    scope: Scope,
    chain: Required<Chain>,
    numbers: number[],
    asker?: Asker,
    arePlain?: boolean,
  ): Promise<ArchiveAnswer | null>
  /** A binary value that is too large for the tags, by its tag. */
  bulkData(scope: Scope, chain: Required<Chain>, tag: string, signal?: AbortSignal): Promise<ArchiveAnswer | null>
  /** One frame as a PNG or JPEG; throws `PictureRefused` where it cannot be drawn. */
  rendered(scope: Scope, chain: Required<Chain>, rendering: Rendering, asker?: Asker): Promise<ArchiveAnswer | null>
  /** Asked anew each time; `kept` of an archive in which a study never changes whose it is, null of a study that is gone. */
  identityOf(study: string): Promise<StudyIdentity | 'kept' | null>
  /** Rejects when the archive cannot be used now. */
  ready(): Promise<void>
}
