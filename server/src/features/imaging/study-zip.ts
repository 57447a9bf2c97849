import { Readable } from 'node:stream'
import { dicomwebRoot } from '@fornix/contract'
import { ZipFile } from 'yazl'
import type { ImagingArchive } from '../../clinic/imaging/archive/archive.ts'
import { onlyPart } from '../../clinic/imaging/archive/only-part.ts'
import { type DicomJson, numberOf, textOf } from '../../clinic/imaging/dicom/dicom-json.ts'
import { explicitLittleEndian, implicitLittleEndian } from '../../clinic/imaging/dicom/transfer-syntaxes.ts'
import { readResuming } from '../../platform/base/resume-reading.ts'
import type { ArchiveResponse } from '../../platform/calls/send-response.ts'
import type { Scope } from '../../platform/database/scope.ts'

const padded = (tags: DicomJson, tag: string, width: number) => String(numberOf(tags, tag) ?? 0).padStart(width, '0')

/** Only numbers: a file's name is seen by more people than the file. A repeated name gets a number appended. */
const namer = () => {
  const folders = new Map<string, string>()
  const taken = new Set<string>()
  const free = (wanted: string, extension = '') => {
    let name = wanted + extension
    for (let n = 2; taken.has(name); n++) name = `${wanted}-${n}${extension}`
    taken.add(name)
    return name
  }
  return (tags: DicomJson) => {
    const series = textOf(tags, '0020000E') ?? ''
    const folder = folders.get(series) ?? free(padded(tags, '00200011', 3))
    folders.set(series, folder)
    return free(`${folder}/${padded(tags, '00200013', 4)}`, '.dcm')
  }
}

/** For pixels that the archive calls plain, compression makes them smaller; it would only delay compressed ones. */
const isPlain = (tags: DicomJson) => {
  const syntax = textOf(tags, '00083002')
  return syntax === implicitLittleEndian || syntax === explicitLittleEndian
}

/** A study as a ZIP of its files. One file is open at a time, read no faster than the client, and only after `check`. */
export const studyZip = async (
  archive: ImagingArchive,
  scope: Scope,
  study: string,
  { signal, check }: { signal: AbortSignal; check: () => Promise<void> },
): Promise<ArchiveResponse | null> => {
  const all = await archive.metadata(scope, { study }, dicomwebRoot)
  if (!all || all.length === 0) return null
  const zip = new ZipFile()
  const body = zip.outputStream as Readable
  // What waits for its next bytes ends only if these are destroyed.
  let current: Readable | undefined
  const open = async (tags: DicomJson) => {
    signal.throwIfAborted()
    const chain = { study, series: textOf(tags, '0020000E') ?? '', instance: textOf(tags, '00080018') ?? '' }
    await check()
    const response = await archive.files(scope, chain, signal)
    if (!response) throw new Error('An instance went away')
    current = onlyPart(response)
    if (signal.aborted) current.destroy()
    return current
  }
  const nameOf = namer()
  for (const tags of all)
    zip.addReadStreamLazy(nameOf(tags), { compressionLevel: isPlain(tags) ? 1 : 0, mode: 0o100600 }, (done) => {
      const stream = Readable.from(
        readResuming(() => open(tags), signal),
        { objectMode: false },
      )
      // yazl does not listen to the streams that it reads.
      stream.on('error', (error) => body.destroy(error))
      done(null, stream)
    })
  zip.on('error', (error: Error) => body.destroy(error))
  signal.addEventListener('abort', () => {
    current?.destroy()
    body.destroy()
  })
  zip.end()
  return {
    headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="images.zip"' },
    body,
  }
}
