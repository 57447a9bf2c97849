import { StoreResponse, storeInstances, storeSeconds } from '@fornix/contract'
import { ApiFailure, sendStream } from '../../platform/calls/api.ts'

/** Sends files in one storage request; the response numbers them in this order. */
export const sendBatch = async (
  files: readonly Blob[],
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<StoreResponse> => {
  const boundary = `fornix-${crypto.randomUUID()}`
  const head = `--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`
  const stream = {
    body: new Blob([...files.flatMap((file) => [head, file, '\r\n']), `--${boundary}--\r\n`]),
    contentType: `multipart/related; type="application/dicom"; boundary=${boundary}`,
    accept: 'application/dicom+json',
    timeoutMs: storeSeconds * 1000,
  }
  const { success, data } = StoreResponse.safeParse(await sendStream(storeInstances, {}, stream, onProgress, signal))
  if (!success) throw new ApiFailure(502)
  return data
}
export type SendBatch = typeof sendBatch
