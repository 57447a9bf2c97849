import { Dcm2niix } from '@niivue/dcm2niix'

/** A blocked or broken WebAssembly never answers, and never says that it will not. */
const limitMs = 60_000

class NotConverted extends Error {
  override name = 'NotConverted'
}

/** Starts to get ready at once, in a worker, while the files are still on their way. Whoever opens it closes it. */
export const openConverter = () => {
  const converter = new Dcm2niix()
  const ready = converter.init()
  ready.catch(() => undefined)

  const convert = async (files: Uint8Array<ArrayBuffer>[]) => {
    await ready
    const named = files.map((bytes, n) => new File([bytes], `${n}.dcm`))
    const made = (await converter.input(named).run()).filter(({ name }) => name.endsWith('.nii'))
    const [largest] = made.toSorted((a, b) => b.size - a.size)
    if (!largest) throw new NotConverted('no volume')
    return largest.arrayBuffer()
  }

  return {
    /** The largest volume that the DICOM files of a series hold, as NIfTI. */
    niftiOf: async (files: Uint8Array<ArrayBuffer>[], signal: AbortSignal): Promise<ArrayBuffer> => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
      const ended = new Promise<never>((_, reject) => {
        limit.addEventListener('abort', () => reject(signal.aborted ? signal.reason : new NotConverted('too slow')))
      })
      try {
        return await Promise.race([convert(files), ended])
      } catch (error) {
        if (signal.aborted || error instanceof NotConverted) throw error
        throw new NotConverted(String(error))
      }
    },
    close: () => converter.worker?.terminate(),
  }
}
