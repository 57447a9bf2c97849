import { IconStarFilled } from '@tabler/icons-react'
import type { CSSProperties, Ref } from 'react'
import { tiltOf } from './directions.ts'
import { type Image, ratioOf, widthMm } from './images.ts'
import { MeasureLayer } from './measure/MeasureLayer.tsx'
import type { Measuring } from './measure/use-measuring.ts'
import { messages } from './messages.ts'
import styles from './picture.module.css'
import type { Mask } from './segmentation/use-segmentations.ts'
import type { ShownSlice } from './use-slice.ts'
import { useSliceGestures } from './use-slice-gestures.ts'

/** A smaller tilt is normal for a head on a pillow and makes no letter wrong. */
const minTilt = 3
export const tiltText = ({ orientation }: Image) => {
  const degrees = orientation ? tiltOf(orientation) : 0
  return degrees >= minTilt ? messages.tilted(degrees) : ''
}

export const Tilt = ({ image }: { image: Image }) =>
  tiltText(image) && <span className={styles.tilt}>{tiltText(image)}</span>

const barLengths = [100, 50, 20, 10, 5, 2, 1]
const maxBarShare = 0.35

/** A bar of a round length in mm, at the picture's scale. */
const ScaleBar = ({ image, scale }: { image: Image; scale: number }) => {
  const whole = widthMm(image)
  const mm = whole && barLengths.find((length) => (length * scale) / whole < maxBarShare)
  if (!whole || !mm) return null
  return (
    <span className={styles.scale} style={{ '--part': (mm * scale) / whole } as CSSProperties}>
      {messages.scaleBar(mm)}
    </span>
  )
}

/** The letters at the picture's edges, if its file provides them. */
export const Edges = ({ edges }: Pick<Image, 'edges'>) => {
  if (!edges) return null
  return Object.entries(edges).map(([edge, letter]) => (
    <span key={edge} className={`${styles.edge} ${styles[edge]}`}>
      {letter}
    </span>
  ))
}

type Props = {
  name: string
  slice: ShownSlice
  /** Missing if nothing is measured. */
  measuring: Measuring | undefined
  /** The titles under which the picture was marked. */
  marks: readonly string[]
  /** The masks over the picture, and their opacity in percent. */
  masks: readonly Mask[]
  strength: number
  ref: Ref<HTMLDivElement>
}

/** An area in one color, or a picture with its own colors. */
const paintOf = (color: string | undefined, address: string) =>
  color
    ? { background: color, maskImage: `url(${address})` }
    : { backgroundImage: `url(${address})`, imageRendering: 'pixelated' as const }

/** One slice in its true proportions. */
export const SlicePicture = ({ name, slice, measuring, marks, masks, strength, ref }: Props) => {
  const { shown, zoom } = slice
  const image = shown?.image
  const ratio = image ? ratioOf(image) : 1
  const transform = `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`
  const gestures = useSliceGestures(slice)
  return (
    <div
      ref={ref}
      className={styles.slice}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys of the viewer
      tabIndex={0}
      aria-label={messages.canvas(name)}
      style={{ '--ratio': ratio } as CSSProperties}
      {...(measuring ? measuring.over(gestures) : gestures)}
    >
      {shown && image && (
        <>
          <img
            src={shown.address}
            alt={`${name}, ${messages.slice(shown.at + 1, shown.part.images.length)}`}
            draggable={false}
            style={{ transform }}
          />
          {masks.map(({ key, color, address }) => (
            <span
              key={key}
              className={styles.mask}
              style={{ transform, ...paintOf(color, address), opacity: strength / 100 }}
            />
          ))}
          <Edges edges={image.edges} />
          <Tilt image={image} />
          {marks.length > 0 && (
            <span className={`${styles.edge} ${styles.star}`}>
              <IconStarFilled size={16} aria-hidden /> {marks.join('; ')}
            </span>
          )}
          <ScaleBar image={image} scale={zoom.scale} />
          {measuring && <MeasureLayer image={image} zoom={zoom} measuring={measuring} />}
        </>
      )}
    </div>
  )
}
