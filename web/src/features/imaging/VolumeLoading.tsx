import { Progress, Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import type { Series } from './dicomweb.ts'
import { ratioOf, type Windowing } from './images.ts'
import { messages } from './messages.ts'
import type { Part } from './parts.ts'
import styles from './picture.module.css'
import own from './preview.module.css'
import { type Preview as Previewed, previewOf } from './preview.ts'
import { nameOf } from './SeriesChooser.tsx'
import { Edges, Tilt } from './SlicePicture.tsx'
import type { Layout, Place } from './scene-state.ts'
import { usePreview } from './use-preview.ts'

type PictureProps = { shown: Previewed; address: string; name: string }
const Preview = ({ shown: { image, edges, across, down }, address, name }: PictureProps) => (
  <div className={`${styles.slice} ${own.picture}`} style={{ '--ratio': ratioOf(image) } as CSSProperties}>
    <img
      src={address}
      alt={messages.preview.picture(name)}
      draggable={false}
      style={{ transform: `scale(${across}, ${down})` }}
    />
    <Edges edges={edges} />
    <Tilt image={image} />
  </div>
)

type Props = {
  study: string
  series: Series
  part: Part | undefined
  layout: Layout
  /** The position of the crosshair in the previous series. */
  place: Place | undefined
  /** The window from the files. */
  windowing: Windowing | undefined
  /** How many files or frames have arrived, and of how many. */
  have: number
  of: number
  children?: ReactNode
}

/** Shown in place of planes and 3D until all images have arrived: the progress and, if there are many, one small picture. */
export const VolumeLoading = ({ study, series, part, layout, place, windowing, have, of, children }: Props) => {
  const shown = part && previewOf(part, { count: of, layout, place })
  const address = usePreview({ study, series: series.uid, image: shown?.image, windowing })
  const preview = shown && address && <Preview shown={shown} address={address} name={nameOf(series)} />
  const words = preview ? messages.preview : messages
  const progress = have < of ? words.loading(have, of) : words.preparing
  return (
    <div className={preview && own.preview}>
      {preview}
      <div className={`${styles.over} ${own.words}`}>
        <Text>{progress}</Text>
        <Progress className={styles.bar} value={(100 * have) / Math.max(1, of)} aria-label={progress} />
        {children}
      </div>
    </div>
  )
}
