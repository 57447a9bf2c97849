import { useElementSize } from '@mantine/hooks'
import type { Image } from '../images.ts'
import type { Zoom } from '../use-slice-gestures.ts'
import { pointsOf, type Shape } from './drawing.ts'
import { ellipseIn, type Point } from './geometry.ts'
import styles from './measure.module.css'
import { onScreen, screenOf } from './screen.ts'
import type { Measuring } from './use-measuring.ts'
import { sizeText } from './words.ts'

const outlineOf = (shape: Shape, points: readonly Point[]) => {
  const [a, b] = points
  if (shape !== 'ellipse') return points.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  if (!a || !b) return ''
  const { center, across, down } = ellipseIn(a, b)
  const half = (to: number) => `a${across} ${down} 0 1 0 ${to * 2 * across} 0`
  return `M${center.x - across} ${center.y}${half(1)}${half(-1)}`
}

type DrawnProps = {
  shape: Shape
  points: readonly Point[]
  label: string
  id?: number
  isChosen?: boolean
  isLocked?: boolean
}
/** A light line on a dark one, visible on any picture. */
const Drawn = ({ shape, points, label, id, isChosen = false, isLocked = false }: DrawnProps) => {
  const outline = outlineOf(shape, points)
  const last = points.at(-1)
  return (
    <g className={[isChosen && styles.chosen, isLocked && styles.locked].filter(Boolean).join(' ')}>
      <path className={styles.edge} d={outline} />
      <path className={styles.line} d={outline} />
      {id !== undefined && <path className={styles.grip} d={outline} data-measurement={id} />}
      {points.map(({ x, y }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the shape
        <g key={n} transform={`translate(${x} ${y})`}>
          <circle className={styles.edge} r={4} />
          <circle className={styles.line} r={4} />
          {id !== undefined && !isLocked && (
            <circle className={styles.handle} r={14} data-measurement={id} data-point={n} />
          )}
        </g>
      ))}
      {last && label && (
        <text x={last.x + 10} y={last.y - 10}>
          {label}
        </text>
      )}
    </g>
  )
}

const Cross = ({ at: { x, y } }: { at: Point }) => {
  const lines = `M${x - 10} ${y}h20M${x} ${y - 10}v20`
  return (
    <>
      <path className={styles.edge} d={lines} />
      <path className={styles.line} d={lines} />
    </>
  )
}

type Props = { image: Image; zoom: Zoom; measuring: Measuring }
/** The measurements of a picture, and the one being drawn, over it. The list below says the same in words. */
export const MeasureLayer = ({ image, zoom, measuring: { tool, draft, shapes, chosen } }: Props) => {
  const { ref, width, height } = useElementSize()
  const screen = screenOf(image, zoom, { width, height })
  const placed = (points: readonly Point[]) => points.map((point) => onScreen(point, screen))
  const { points, cursor } = draft
  const begun = cursor && points.length > 0 ? [...points, cursor] : points
  return (
    <div ref={ref} className={styles.layer}>
      <svg aria-hidden data-tool={tool} data-drawing={points.length > 0}>
        {shapes.map((one) => (
          <Drawn
            key={one.id}
            id={one.id}
            shape={one.shape}
            points={placed(one.points)}
            label={sizeText(one)}
            isChosen={one.id === chosen}
            isLocked={one.by !== undefined}
          />
        ))}
        {tool && tool !== 'probe' && points.length > 0 && (
          <Drawn
            shape={tool}
            points={placed(begun)}
            label={begun.length === pointsOf[tool] ? sizeText({ shape: tool, image, points: begun }) : ''}
          />
        )}
        {tool && cursor && <Cross at={onScreen(cursor, screen)} />}
      </svg>
    </div>
  )
}
