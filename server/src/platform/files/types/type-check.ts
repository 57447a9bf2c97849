import { Transform } from 'node:stream'
import { type FileType, fileExtensions } from '@fornix/contract'
import { toError } from '../../base/unknown-error.ts'
import { checkedInProcess } from './checked-in-process.ts'
import { jpegCheck } from './jpeg.ts'
import { plainPdfCheck, safePdfCheck } from './plain-pdf.ts'
import { pngCheck } from './png.ts'
import { type TypeCheck, UnsupportedType } from './unsupported-type.ts'

const apart = (type: 'svg' | 'zip' | 'docx') => () => checkedInProcess(type)

const filesByType: Record<FileType, { mediaType: string; check: () => TypeCheck }> = {
  pdf: { mediaType: 'application/pdf', check: safePdfCheck },
  'plain-pdf': { mediaType: 'application/pdf', check: plainPdfCheck },
  png: { mediaType: 'image/png', check: pngCheck },
  jpeg: { mediaType: 'image/jpeg', check: jpegCheck },
  // Never image/svg+xml: a browser that opens it as a page would run whatever a future gap in the check lets through.
  svg: { mediaType: 'application/octet-stream', check: apart('svg') },
  zip: { mediaType: 'application/zip', check: apart('zip') },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    check: apart('docx'),
  },
}

export type Inspected = { type: FileType; mediaType: string }
export type InspectorOptions = {
  name: string
  allowed: readonly FileType[]
  /** True if only one type is allowed and the name does not matter, as for the authorization form. */
  ignoreName?: boolean
}

/** The type that the file name claims, if it is allowed. */
const typeByName = (name: string, allowed: readonly FileType[]): FileType | undefined => {
  const extension = /\.[^.]+$/.exec(name)?.[0].toLowerCase()
  return allowed.find((type) => extension !== undefined && fileExtensions[type].includes(extension))
}

/** A pass-through that fails with `UnsupportedType` unless the bytes match the name; call `result()` after the end. */
export const inspector = ({
  name,
  allowed,
  ignoreName = false,
}: InspectorOptions): Transform & { result(): Inspected } => {
  const type = ignoreName && allowed.length === 1 ? allowed[0] : typeByName(name, allowed)
  const check = type && filesByType[type].check()
  let passed = false
  const stream = new Transform({
    construct: (done) => done(check ? null : new UnsupportedType({ reason: 'the name has no allowed extension' })),
    transform: (bytes: Buffer, _encoding, done) => {
      try {
        check?.take(bytes)
      } catch (error) {
        return done(toError(error))
      }
      // Lets other work run before the next chunk is read, however slow the check.
      setImmediate(done, null, bytes)
    },
    flush: async (done) => {
      try {
        await check?.end()
      } catch (error) {
        return done(toError(error))
      }
      passed = true
      done()
    },
  })
  return Object.assign(stream, {
    result: (): Inspected => {
      if (!passed || !type) throw new Error('The file has not passed its inspection')
      return { type, mediaType: filesByType[type].mediaType }
    },
  })
}
