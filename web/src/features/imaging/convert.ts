import { Dcm2niix } from '@niivue/dcm2niix'
import { MissingPart } from '../../platform/http/program.ts'

/** A blocked or broken WebAssembly neither responds nor reports an error. */
const limitMs = 60_000

/** The images form no volume after all. */
class NotConverted extends Error {
  override name = 'NotConverted'
}

/** What browsers say if the worker or its WebAssembly did not arrive, or an error page came instead. */
const notLoaded = /failed to load: undefined|NetworkError|magic|fell off end|start with/

/** The number of slices and times in a NIfTI file (its header, `dim`). */
const shapeOf = (nifti: ArrayBuffer) => {
  const view = new DataView(nifti)
  return { slices: view.getInt16(46, true), times: view.getInt16(48, true) }
}

/** Starts initializing immediately, in a worker, while the files are still loading. The caller must close it. */
export const openConverter = () => {
  const converter = new Dcm2niix()
  const started = converter.init()
  const stopped = new Promise<never>((_, reject) => {
    // The package reads the worker's errors only once it converts.
    converter.worker?.addEventListener('message', ({ data }: MessageEvent<{ type?: string; message?: string }>) => {
      if (data.type === 'error') reject(new Error(data.message))
    })
  })
  const ready = Promise.race([started, stopped]).catch((error: unknown) => {
    throw notLoaded.test(String(error)) ? new MissingPart(String(error)) : error
  })
  ready.catch(() => undefined)

  const convert = async (files: Uint8Array<ArrayBuffer>[], slices: number) => {
    await ready
    const named = files.map((bytes, n) => new File([bytes], `${n}.dcm`))
    // Merged, because they are known to be one volume: differences between slices would split it.
    // For Philips it would use private factors, but the file's window refers to the result of Rescale Slope and Intercept.
    const made = (await converter.input(named).m('y').p('n').run()).filter(({ name }) => name.endsWith('.nii'))
    // For slices tilted with the gantry there is a second volume, which is upright.
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
    /** Converts these DICOM files to a NIfTI volume with the given number of slices. */
    niftiOf: async (files: Uint8Array<ArrayBuffer>[], slices: number, signal: AbortSignal): Promise<ArrayBuffer> => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
      const ended = new Promise<never>((_, reject) => {
        limit.addEventListener('abort', () => reject(signal.aborted ? signal.reason : new NotConverted('too slow')))
      })
      try {
        return await Promise.race([convert(files, slices), ended])
      } catch (error) {
        if (signal.aborted || error instanceof NotConverted || error instanceof MissingPart) throw error
        throw new NotConverted(String(error))
      }
    },
    close: () => converter.worker?.terminate(),
  }
}
