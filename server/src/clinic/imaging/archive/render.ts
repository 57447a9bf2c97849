import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'
import type { FileSpace } from '../../../platform/files/store-upload.ts'
import { compressionOf, isPlain } from '../dicom/pixel-syntaxes.ts'
import { deflated, explicitLittleEndian } from '../dicom/transfer-syntaxes.ts'
import { frameTags } from '../pixels/frame-tags.ts'
import { pictureOf } from '../pixels/picture.ts'
import { PictureRefused } from '../pixels/picture-refused.ts'
import { type Requester, waitForTurn } from '../pixels/render-limit.ts'
import type { Rendering } from './archive.ts'
import type { InstanceRow } from './embedded-index.ts'
import { multipartOf, type Part } from './multipart.ts'
import { bytesOf, type Place, placeOf, storedFrame } from './stored-frame.ts'

type Wanted = { number: number; place: Place }

const drawn = async (
  files: FileSpace,
  row: InstanceRow,
  { number, place }: Wanted,
  requester: Requester | undefined,
  rendering?: Rendering,
) => {
  if (requester) await waitForTurn(requester)
  const load = async () => ({
    syntax: row.transfer_syntax,
    frame: number,
    tags: frameTags(row.metadata, number),
    ...(await storedFrame(files, row, number, place)),
    ...(rendering && { rendering }),
  })
  return pictureOf(load, requester?.signal)
}

/** One frame as a picture; null if it does not exist. */
export const renderedFrame = async (
  files: FileSpace,
  row: InstanceRow,
  rendering: Rendering,
  requester?: Requester,
): Promise<ArchiveResponse | null> => {
  const { frame: number = 1, type = 'png' } = rendering
  const place = placeOf(row, number)
  // It may be larger than the limit for pictures.
  if (compressionOf(row.transfer_syntax) === 'video') throw new PictureRefused('video')
  if (!place && number === 1) throw new PictureRefused('none')
  if (!place) return null
  const body = await drawn(files, row, { number, place }, requester, rendering)
  return { headers: { 'content-type': `image/${type}`, 'content-length': String(body.length) }, body }
}

const storedPart = (files: FileSpace, row: InstanceRow, { place }: Wanted): Part => ({
  contentType: `application/octet-stream; transfer-syntax=${row.transfer_syntax}`,
  length: place.pieces.reduce((sum, [, length]) => sum + length, 0),
  open: () => bytesOf(files, row, place.pieces),
})

const pieceBytes = 64 * 1024
/** Copies: a piece waiting in a socket keeps only itself in memory. */
function* piecesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield Buffer.from(bytes.subarray(at, at + pieceBytes))
}

/** Decoded one by one when it is their turn, except the first: a failure to decode gets its own response. */
const plainParts = async (
  files: FileSpace,
  row: InstanceRow,
  wanted: Wanted[],
  requester: Requester | undefined,
): Promise<Part[]> => {
  const [first] = wanted
  let begun = first && (await drawn(files, row, first, requester))
  const length = begun?.length ?? 0
  return wanted.map((one) => ({
    contentType: `application/octet-stream; transfer-syntax=${explicitLittleEndian}`,
    length,
    open: async function* () {
      const bytes = begun ?? (await drawn(files, row, one, requester))
      begun = undefined
      yield* piecesOf(bytes)
    },
  }))
}

/** Frames as stored, or as plain pixels; null unless all of them exist. */
export const framesOf = async (
  files: FileSpace,
  row: InstanceRow,
  numbers: number[],
  { arePlain, requester }: { arePlain: boolean; requester: Requester | undefined },
): Promise<ArchiveResponse | null> => {
  const places = numbers.map((number) => ({ number, place: placeOf(row, number) }))
  const wanted = places.filter((one): one is Wanted => one.place !== undefined)
  if (wanted.length === 0 || wanted.length < numbers.length) return null
  // A frame that begins inside a byte, or in a deflated file, has no bytes of its own to send.
  const isInside = wanted.some(({ place }) => place.bit > 0) || row.transfer_syntax === deflated
  const isDecoded = isInside || (arePlain && !isPlain(row.transfer_syntax))
  const parts = isDecoded
    ? await plainParts(files, row, wanted, requester)
    : wanted.map((one) => storedPart(files, row, one))
  return { ...multipartOf(parts, 'application/octet-stream'), isInMemory: isDecoded }
}
