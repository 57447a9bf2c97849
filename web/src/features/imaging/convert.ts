import { Dcm2niix } from '@niivue/dcm2niix'

/** A blocked or broken WebAssembly never answers, and never says that it will not. */
const limitMs = 60_000

export class NotConverted extends Error {
  override name = 'NotConverted'
}

/** The largest volume that the DICOM files of a series hold, as NIfTI. The worker ends with the work, also when it is given up. */
export const niftiOf = async (files: Uint8Array<ArrayBuffer>[], signal: AbortSignal): Promise<ArrayBuffer> => {
  const converter = new Dcm2niix()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const ended = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(signal.aborted ? signal.reason : new NotConverted('too slow')))
  })
  const convert = async () => {
    await converter.init()
    const named = files.map((bytes, n) => new File([bytes], `${n}.dcm`))
    const made = (await converter.input(named).run()).filter(({ name }) => name.endsWith('.nii'))
    const [largest] = made.toSorted((a, b) => b.size - a.size)
    if (!largest) throw new NotConverted('no volume')
    return largest.arrayBuffer()
  }
  try {
    return await Promise.race([convert(), ended])
  } catch (error) {
    if (signal.aborted || error instanceof NotConverted) throw error
    throw new NotConverted(String(error))
  } finally {
    converter.worker?.terminate()
  }
}
