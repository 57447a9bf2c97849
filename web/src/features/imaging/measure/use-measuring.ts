import { type HTMLAttributes, type PointerEvent, useState } from 'react'
import type { Image } from '../images.ts'
import type { Action } from '../keys.ts'
import type { Zoom } from '../use-slice-gestures.ts'
import { type Draft, isSameImage, type Measurement, noDraft, stepOf, type Tool, withPoint } from './drawing.ts'
import type { Point } from './geometry.ts'
import { inPicture, onScreen, screenOf, within } from './screen.ts'
import type { Measurements } from './use-measurements.ts'

type Handlers = HTMLAttributes<HTMLDivElement>
type Moving = { id: number; index: number; point: Point }
/** Less is a click, more a drag: for a mouse, in screen pixels. */
const minDrag = 4

const isTool = (action: Action): action is Tool => ['length', 'angle', 'ellipse', 'probe'].includes(action)
const middleOf = ({ columns, rows }: Image): Point => ({ x: columns / 2, y: rows / 2 })

/** The part of a measurement under a pointer: one of its points, or its line. */
const partUnder = ({ target }: PointerEvent) => {
  const part = target instanceof Element ? target.closest<SVGElement>('[data-measurement]') : null
  if (!part) return undefined
  const { measurement, point } = part.dataset
  return { id: Number(measurement), index: point === undefined ? undefined : Number(point) }
}

type Options = { store: Measurements; series: string; image: Image | undefined; zoom: Zoom; onBegin: () => void }

type Pointers = Pick<Options, 'store' | 'image' | 'zoom'> & {
  tool: Tool | undefined
  draft: Draft
  setDraft: (next: Draft) => void
  put: (point: Point) => void
  moving: Moving | undefined
  setMoving: (next: Moving | undefined) => void
}

/** What a pointer does: sets points, drags them, and when no tool needs it, its usual action. */
const pointersOf = ({ store, tool, image, zoom, draft, setDraft, put, moving, setMoving }: Pointers) => {
  const screenAt = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>) => {
    if (!image) return undefined
    const room = currentTarget.getBoundingClientRect()
    const screen = screenOf(image, zoom, room)
    const at = { x: clientX - room.left, y: clientY - room.top }
    return { screen, at, point: inPicture(at, screen) }
  }
  const down = (event: PointerEvent<HTMLDivElement>) => {
    const place = screenAt(event)
    const part = draft.points.length === 0 ? partUnder(event) : undefined
    if (!place || (!tool && !part)) return false
    if (!event.isPrimary || event.button !== 0) return true
    event.currentTarget.setPointerCapture(event.pointerId)
    if (part) {
      store.choose(part.id)
      if (part.index !== undefined) setMoving({ id: part.id, index: part.index, point: place.point })
    } else if (draft.points.length === 0) put(place.point)
    else setDraft({ ...draft, cursor: place.point })
    return true
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const place = screenAt(event)
    if (!place || !event.isPrimary || (!tool && !moving)) return false
    if (moving) setMoving({ ...moving, point: place.point })
    else setDraft({ ...draft, cursor: place.point })
    return true
  }
  const up = (event: PointerEvent<HTMLDivElement>) => {
    const place = screenAt(event)
    if (!place || !event.isPrimary || (!tool && !moving)) return false
    const last = draft.points.at(-1)
    if (moving) {
      store.movePoint(moving.id, moving.index, place.point)
      setMoving(undefined)
    } else if (last) {
      const from = onScreen(last, place.screen)
      if (Math.hypot(from.x - place.at.x, from.y - place.at.y) > minDrag) put(place.point)
    }
    return true
  }
  return (others: Handlers): Handlers => ({
    ...others,
    onPointerDown: (event) => void (down(event) || others.onPointerDown?.(event)),
    onPointerMove: (event) => void (move(event) || others.onPointerMove?.(event)),
    onPointerUp: (event) => void (up(event) || others.onPointerUp?.(event)),
    onPointerCancel: (event) => {
      setMoving(undefined)
      others.onPointerCancel?.(event)
    },
  })
}

/** A tool, the points set so far on the current picture, and its pointer and key handlers. */
export const useMeasuring = ({ store, series, image, zoom, onBegin }: Options) => {
  const [tool, setTool] = useState<Tool>()
  const [begun, setBegun] = useState<Draft & { image?: Image | undefined }>(noDraft)
  const [moving, setMoving] = useState<Moving>()
  // A shape started on another picture is not part of this one; the cross stays where it is.
  const draft: Draft = isSameImage(begun.image, image) ? begun : { ...noDraft, cursor: begun.cursor }
  const setDraft = (next: Draft) => setBegun({ ...next, image })
  const here = store.all.filter((one) => isSameImage(one, image)).flatMap((one) => (image ? [{ ...one, image }] : []))

  const end = () => {
    setTool(undefined)
    setBegun(noDraft)
  }
  const put = (point: Point) => {
    if (!tool || !image) return
    const { draft: next, whole } = withPoint(tool, draft, point)
    setDraft(next)
    if (whole && tool !== 'probe')
      store.add({ series, instance: image.instance, frame: image.frame, shape: tool, points: [...whole] })
  }

  const over = pointersOf({ store, tool, image, zoom, draft, setDraft, put, moving, setMoving })
  return {
    tool,
    draft,
    chosen: store.chosen,
    /** Those of the current picture, with a dragged point at the pointer's position. */
    shapes: here.map(
      (one): Measurement =>
        moving?.id === one.id ? { ...one, points: one.points.with(moving.index, moving.point) } : one,
    ),
    act: (action: Action) => {
      if (isTool(action)) {
        setDraft({ points: [], cursor: draft.cursor ?? (image && middleOf(image)) })
        setTool(action === tool ? undefined : action)
        if (action !== tool) onBegin()
      } else if (action === 'endTool') end()
      else if (action === 'removeChosen') {
        if (here.some(({ id }) => id === store.chosen) && store.chosen !== undefined) store.remove(store.chosen)
      } else return false
      return true
    },
    /** Arrow keys move a tool's cross, Enter sets a point there. */
    onPictureKey: (event: { key: string; shiftKey: boolean }) => {
      if (!tool || !image) return false
      const { cursor = middleOf(image) } = draft
      const step = stepOf(event)
      if (step) setDraft({ ...draft, cursor: within({ x: cursor.x + step.x, y: cursor.y + step.y }, image) })
      else if (event.key === 'Enter') put(cursor)
      else return false
      return true
    },
    over,
  }
}
export type Measuring = ReturnType<typeof useMeasuring>
