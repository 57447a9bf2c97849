import { type Niivue, SLICE_TYPE } from '@niivue/niivue'

const black = [0, 0, 0, 1]
const rulerColor = [0.88, 0.91, 0.94, 1]
const rulerMargin = 12

/** A scale bar in the corner of the first plane, at most half its width. NiiVue's own fails if left is on the right. */
export const drawScale = (view: Niivue) => {
  const slice = view.screenSlices.find(({ axCorSag }) => axCorSag <= SLICE_TYPE.SAGITTAL)
  const [left = 0, top = 0, width = 0, height = 0] = slice?.leftTopWidthHeight ?? []
  const perMm = width / Math.abs(slice?.fovMM[0] ?? 0)
  const mm = [100, 50, 20, 10].find((length) => length * perMm < width / 2)
  if (!mm || !Number.isFinite(perMm)) return
  const [right, bottom] = [left + width - rulerMargin, top + height - rulerMargin]
  const line = [right - mm * perMm, bottom, right, bottom]
  view.drawRuler10cm(line, black, 4)
  view.drawRuler10cm(line, rulerColor, 2)
  view.drawTextAbove([right - (mm * perMm) / 2, bottom - Math.max(12, (9 * mm * perMm) / 100)], `${mm / 10} cm`, 0.8)
}

/** Keeps letters from being clipped at the edge of their plane. */
const inset = 4
const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const)).filter(([x, y]) => x !== 0 || y !== 0)

/** Letters with a dark outline, readable on bright images and on the crosshair. NiiVue has none. */
export const outlineText = (view: Niivue) => {
  const draw = view.drawText.bind(view)
  view.drawText = ([x = 0, y = 0], text, scale = 1, color = null) => {
    const edge = Math.max(1.5, 0.08 * view['fontPx'] * scale)
    for (const [across, down] of around) draw([x + across * edge, y + down * edge], text, scale, black)
    draw([x, y], text, scale, color)
  }
  const drawSides = view.drawSliceOrientationText.bind(view)
  view.drawSliceOrientationText = ([left = 0, top = 0, width = 0, height = 0], ...rest) =>
    drawSides([left + inset, top + inset, width - 2 * inset, height - 2 * inset], ...rest)
}
