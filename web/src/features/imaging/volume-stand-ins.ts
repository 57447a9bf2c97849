import type { openScene as drawnScene } from './scene.ts'

/** Stands in for the graphics card and the converter; a test has neither. */
export const fake = {
  did: [] as string[],
  canDraw: true,
  unconverted: undefined as Error | undefined,
  closed: 0,
  converted: [] as number[],
  looks: [] as object[],
  shown: [] as ArrayBuffer[],
  /** What a volume that is to be shown from now on waits for while it is read; how many are read, and how many have been. */
  reading: undefined as Promise<void> | undefined,
  begun: 0,
  read: 0,
}

const full = { center: 2048, width: 4096 }
export const openConverter = () => ({
  niftiOf: async (files: Uint8Array[]) => {
    fake.converted.push(files.length)
    if (fake.unconverted) throw fake.unconverted
    return new ArrayBuffer(8)
  },
  close: () => undefined,
})
export const openScene = async (_: HTMLCanvasElement, { place, windowing }: Parameters<typeof drawnScene>[1]) => {
  if (!fake.canDraw) throw new Error('no WebGL2')
  const note = (what: string) => (value?: unknown) => void fake.did.push(value ? `${what} ${value}` : what)
  return {
    show: async (nifti: ArrayBuffer, look: { windowing: typeof full | undefined }, isWanted = () => true) => {
      fake.begun++
      await fake.reading
      fake.read++
      if (!isWanted()) return undefined
      fake.shown.push(nifti)
      fake.looks.push(look)
      windowing(look.windowing ?? full)
      place({ voxel: [0, 1, 2], of: [3, 4, 5], mm: [-1, 2, 3], value: 12.345 })
      return full
    },
    setWindowing: windowing,
    setLayout: note('layout'),
    setDragging: note('drag'),
    act: note('act'),
    clearSegments: () => undefined,
    setSegmentStrength: () => undefined,
    reset: (wish?: typeof full) => windowing(wish ?? full),
    close: () => fake.closed++,
  }
}
