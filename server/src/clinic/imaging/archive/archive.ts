import type { Readable } from 'node:stream'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import type { DicomJson } from '../dicom/dicom-json.ts'
import type { Requester } from '../pixels/render-limit.ts'
import type { Rendering } from '../pixels/rendering.ts'

export type { Rendering, Requester }

/** A study, one of its series, or one of that series' instances, by their UIDs. */
export type Chain = { study: string; series?: string; instance?: string }

/** One stored instance, new or sent again. */
export type StoredInstance = Required<Chain> & { sopClass: string; isNew: boolean }

/** `study` is set if instances of other studies are to be refused; `check` rejects for a study that must not be added to. */
export type Incoming = {
  maxBytes: number
  signal?: AbortSignal
  study?: string
  check?: (study: string) => Promise<void>
}

/** The patient a study currently names, as far as a list of studies tells. */
export type StudyIdentity = { patientId: string; issuer: string | undefined }

/**
 * Where DICOM is stored: the embedded archive or a PACS.
 * It knows studies, not people: permission is checked before it is called.
 * The whole chain must exist; if not, the result is null.
 * `signal` ends the reading when the client disconnects.
 */
export type ImagingArchive = {
  /** Stores one DICOM file; throws `DicomRefused`. */
  store(scope: Scope, source: Readable, options: Incoming): Promise<StoredInstance>
  /** What a list of series shows; `more` are additional tags. */
  seriesOf(scope: Scope, study: string, more?: string[]): Promise<DicomJson[]>
  instancesOf(scope: Scope, chain: Omit<Chain, 'instance'>, more?: string[]): Promise<DicomJson[]>
  /** The tags of every instance of the chain, with the location of the pixels instead of the pixels. */
  metadata(scope: Scope, chain: Chain, base: string): Promise<DicomJson[] | null>
  /** The files as multipart `application/dicom`. */
  files(scope: Scope, chain: Chain, signal?: AbortSignal): Promise<ArchiveResponse | null>
  /** Frames by number from 1, compressed as stored, or as plain pixels: Explicit VR Little Endian. */
  frames(
    scope: Scope,
    chain: Required<Chain>,
    numbers: number[],
    requester?: Requester,
    arePlain?: boolean,
  ): Promise<ArchiveResponse | null>
  /** A binary value that is too large for the tags, by its tag. */
  bulkData(scope: Scope, chain: Required<Chain>, tag: string, signal?: AbortSignal): Promise<ArchiveResponse | null>
  /** One frame as a PNG or JPEG; throws `PictureRefused` if it cannot be drawn. */
  rendered(
    scope: Scope,
    chain: Required<Chain>,
    rendering: Rendering,
    requester?: Requester,
  ): Promise<ArchiveResponse | null>
  /** Read anew each time; `kept` if a study in this archive never changes its patient, null if the study is gone. */
  identityOf(study: string): Promise<StudyIdentity | 'kept' | null>
  /** Rejects if the archive cannot be used now. */
  ready(): Promise<void>
}
