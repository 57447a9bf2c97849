import { Dcm2niix } from '@niivue/dcm2niix'

/** A blocked or broken WebAssembly never answers, and never says that it will not. */
const limitMs = 60_000

/** The images make no volume after all. */
class NotConverted extends Error {
  override name = 'NotConverted'
}

/** How many slices and times a NIfTI file holds (its header, `dim`). */
const shapeOf = (nifti: ArrayBuffer) => {
  const view = new DataView(nifti)
  return { slices: view.getInt16(46, true), times: view.getInt16(48, true) }
}

/** Starts to get ready at once, in a worker, while the files are still on their way. Whoever opens it closes it. */
export const openConverter = () => {
  const converter = new Dcm2niix()
  const ready = converter.init()
  ready.catch(() => undefined)

  const convert = async (files: Uint8Array<ArrayBuffer>[], slices: number) => {
    await ready
    const named = files.map((bytes, n) => new File([bytes], `${n}.dcm`))
    // Merged, because they are known to be one volume: what differs from slice to slice would tear it.
    // Of Philips it would take private factors, where the window of the file is in what Rescale Slope and Intercept give.
    const made = (await converter.input(named).m('y').p('n').run()).filter(({ name }) => name.endsWith('.nii'))
    // Of slices that lean as the gantry did there is a second one, which stands upright.
    const upright = made.filter(({ name }) => name.includes('_Tilt'))
    const [volume, other] = upright.length > 0 ? upright : made
    if (!volume || other) throw new NotConverted(`${made.length} volumes`)
    const nifti = await volume.arrayBuffer()
    const shape = shapeOf(nifti)
    const isMosaic = slices === 1
    if (shape.times > 1 || (!isMosaic && shape.slices !== slices)) throw new NotConverted('another number of slices')
    return nifti
  }

  return {
    /** The volume of so many slices that these DICOM files are, as NIfTI. */
    niftiOf: async (files: Uint8Array<ArrayBuffer>[], slices: number, signal: AbortSignal): Promise<ArrayBuffer> => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
      const ended = new Promise<never>((_, reject) => {
        limit.addEventListener('abort', () => reject(signal.aborted ? signal.reason : new NotConverted('too slow')))
      })
      try {
        return await Promise.race([convert(files, slices), ended])
      } catch (error) {
        if (signal.aborted || error instanceof NotConverted) throw error
        throw new NotConverted(String(error))
      }
    },
    close: () => converter.worker?.terminate(),
  }
}
