import type { openScene as drawnScene } from '../scene.ts'
import type { CoverLook } from '../scene-cover.ts'
import type { Place, Target } from '../scene-state.ts'

/** Stands in for the graphics card and the converter: a scene of 10 x 10 x 10 mm, recorded in the order of the canvases. */
export const fake = {
  led: [] as string[],
  covers: [] as CoverLook[],
  moves: [] as ((mm: number) => void)[],
  canDraw: true,
  nifti: () => new ArrayBuffer(8),
}

export const openConverter = () => ({ niftiOf: async () => fake.nifti(), close: () => undefined })
export const openScene = async (
  canvas: HTMLCanvasElement,
  { place, windowing, moved }: Parameters<typeof drawnScene>[1],
) => {
  if (!fake.canDraw) throw new Error('no WebGL2')
  const which = canvas.getAttribute('aria-label')?.startsWith('First') ? 0 : 1
  const at = (mm: number): Place => ({ voxel: [mm, mm, mm], of: [10, 10, 10], mm: [mm, mm, mm], value: mm })
  fake.moves[which] = (mm) => {
    place(at(mm))
    moved?.(at(mm))
  }
  return {
    show: async () => {
      windowing({ center: 50, width: 100 })
      place(at(5))
      return { center: 50, width: 100 }
    },
    goTo: (target: Target) => {
      const [mm = 0] = 'mm' in target ? target.mm : target.part.map((part) => part * 10 - 0.5)
      if (mm < 0 || mm > 9) return false
      fake.led.push(`${which} ${mm.toFixed(1)}`)
      place(at(mm))
      return true
    },
    setWindowing: windowing,
    setLayout: (layout: string) => void fake.led.push(`${which} ${layout}`),
    act: (action: string) => void fake.led.push(`${which} ${action}`),
    reset: () => undefined,
    cover: async (_: ArrayBuffer, look: CoverLook) => {
      fake.covers.push(look)
      fake.led.push(`${which} cover`)
    },
    uncover: () => void fake.led.push(`${which} uncover`),
    setCoverWindowing: () => undefined,
    setStrength: (percent: number) => void fake.led.push(`${which} ${percent}%`),
    clearSegments: () => undefined,
    setSegmentStrength: () => undefined,
    close: () => undefined,
  }
}
