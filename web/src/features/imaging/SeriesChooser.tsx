import { fillPath, readThumbnail } from '@fornix/contract'
import { UnstyledButton } from '@mantine/core'
import { IconPhotoOff, IconStarFilled } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import controlStyles from './controls.module.css'
import type { Series } from './dicomweb.ts'
import type { KeyImage } from './key-images/key-images.ts'
import { messages } from './messages.ts'
import seriesStyles from './series.module.css'

export const nameOf = ({ description, number }: Series) => description || messages.unnamedSeries(number)

/** The picture in the middle of a series; authorized by the study's cookie. */
const Thumbnail = ({ study, series }: { study: string; series: string }) => {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className={seriesStyles.thumbnail}>
      {isBroken ? (
        <IconPhotoOff size={20} aria-hidden />
      ) : (
        <img
          // A third of the bytes of a PNG.
          src={`${fillPath(readThumbnail.path, { study, series })}?accept=image/jpeg`}
          alt=""
          loading="lazy"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}

type Props = {
  study: string
  all: readonly Series[]
  shown: Series
  keys: readonly KeyImage[]
  onChoose: (series: Series) => void
}

/** How many pictures of a series are marked. */
const Marked = ({ keys, series }: { keys: readonly KeyImage[]; series: string }) => {
  const count = keys.filter((key) => key.series === series).length
  if (count === 0) return null
  return (
    <span className={seriesStyles.marked}>
      <IconStarFilled size={12} aria-hidden /> {messages.keyImages.inSeries(count)}
    </span>
  )
}

/** More than fit on a screen: the rest load after the main picture. */
const firstBatchSize = 40

const Rows = ({ study, all, shown, keys, onChoose }: Props) => (
  <ul className={seriesStyles.list}>
    {all.map((series) => (
      <li key={series.uid}>
        <UnstyledButton
          className={seriesStyles.series}
          aria-current={series.uid === shown.uid}
          onClick={() => onChoose(series)}
        >
          <Thumbnail study={study} series={series.uid} />
          <span>
            {nameOf(series)}
            <span className={controlStyles.dim}>
              {series.modality} {messages.images(series.instances)}
            </span>
            <Marked keys={keys} series={series.uid} />
          </span>
        </UnstyledButton>
      </li>
    ))}
  </ul>
)

export const SeriesChooser = (props: Props) => {
  const { all } = props
  const listed = useDeferredValue(all, all.length > firstBatchSize ? all.slice(0, firstBatchSize) : all)
  return <Rows {...props} all={listed} />
}
