import { type HTMLAttributes, type PointerEvent, useRef } from 'react'

/** The magnification of a picture, and its offset in pixels. */
export type Zoom = { scale: number; x: number; y: number }
export const noZoom: Zoom = { scale: 1, x: 0, y: 0 }
const maxScale = 8

export const zoomedBy = ({ scale, x, y }: Zoom, factor: number, move = { x: 0, y: 0 }): Zoom => {
  const next = Math.min(maxScale, Math.max(1, scale * factor))
  // At its smallest it returns to its original position.
  return next === 1 ? noZoom : { scale: next, x: (x * next) / scale + move.x, y: (y * next) / scale + move.y }
}

const pixelsPerSlice = 12
type Point = { x: number; y: number }
type Gestures = { at: number; goTo: (slice: number) => void; changeZoom: (change: (zoom: Zoom) => Zoom) => void }

const spanOf = ([a, b]: Point[]) => ({
  length: a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0,
  x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2,
  y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2,
})

/** The wheel and one finger moving up or down go through the slices; two fingers zoom and move the picture. */
export const useSliceGestures = ({ at, goTo, changeZoom }: Gestures): HTMLAttributes<HTMLDivElement> => {
  const fingers = useRef(new Map<number, Point>())
  const drag = useRef<{ y: number; at: number }>(undefined)
  const lift = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId)
    drag.current = undefined
  }
  return {
    onWheel: ({ deltaY }) => goTo(at + Math.sign(deltaY)),
    onPointerDown: ({ clientX, clientY, pointerId, currentTarget }) => {
      currentTarget.setPointerCapture(pointerId)
      fingers.current.set(pointerId, { x: clientX, y: clientY })
      drag.current = fingers.current.size === 1 ? { y: clientY, at } : undefined
    },
    onPointerMove: ({ clientX, clientY, pointerId }) => {
      const before = fingers.current.get(pointerId)
      if (!before) return
      const old = spanOf([...fingers.current.values()])
      fingers.current.set(pointerId, { x: clientX, y: clientY })
      if (fingers.current.size === 2) {
        const span = spanOf([...fingers.current.values()])
        const move = { x: span.x - old.x, y: span.y - old.y }
        // Each finger reports its own movement, and both may arrive before the next render.
        changeZoom((zoom) => zoomedBy(zoom, span.length / Math.max(1, old.length), move))
      } else if (drag.current) goTo(drag.current.at + (drag.current.y - clientY) / pixelsPerSlice)
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}
