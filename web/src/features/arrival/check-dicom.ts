import type { Waiting } from './choice.ts'
import { messages } from './messages.ts'

const signatureAt = 128
/** Reading a little of a file shows whether it still exists, and avoids sending files that are not DICOM. */
export const checkDicom = async ({ name, read }: Waiting): Promise<Blob | string> => {
  try {
    const blob = await read()
    const signature = await blob.slice(signatureAt, signatureAt + 4).text()
    return signature === 'DICM' ? blob : messages.notDicom
  } catch {
    return name.includes('.zip/') ? messages.unreadableInZip : messages.unreadable
  }
}
