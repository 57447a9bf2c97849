import { UnstyledButton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Hint } from '../../../ui/display/Hint.tsx'
import controlStyles from '../controls.module.css'
import type { Part } from '../parts.ts'
import { isSameImage, type Measurement, type Tool } from './drawing.ts'
import styles from './measure.module.css'
import type { Measurements } from './use-measurements.ts'
import { type Chain, useStatistics } from './use-values.ts'
import { measurementText, statisticsText, words } from './words.ts'

/** The button that gets the focus when its neighbor's line is removed. */
const nextTo = ({ currentTarget }: MouseEvent<HTMLElement>) => {
  const line = currentTarget.closest('li')
  const other = line?.nextElementSibling ?? line?.previousElementSibling
  return other?.querySelector<HTMLElement>('button:last-child')
}

type ItemProps = {
  one: Measurement
  slice: number
  chain: Chain
  isChosen: boolean
  onChoose: () => void
  onRemove: (event: MouseEvent<HTMLElement>) => void
  onFailure: (error: unknown) => void
}
const Item = ({ one, slice, chain, isChosen, onChoose, onRemove, onFailure }: ItemProps) => {
  const statistics = useStatistics(chain, one, onFailure)
  const text = measurementText(one, slice, one.shape === 'ellipse' ? statisticsText(statistics) : '')
  return (
    <li>
      <UnstyledButton className={`${styles.item} tabular`} aria-pressed={isChosen} onClick={onChoose}>
        {text}
      </UnstyledButton>
      {one.by === undefined && (
        <Hint label="Remove">
          <UnstyledButton className={styles.remove} aria-label={words.remove(text)} onClick={onRemove}>
            <IconTrash size={18} aria-hidden />
          </UnstyledButton>
        </Hint>
      )}
    </li>
  )
}

type Props = {
  store: Measurements
  chain: Chain
  part: Part
  tool: Tool | undefined
  goTo: (slice: number) => void
  /** The last line is gone, and the focus with it. */
  onEmpty: () => void
  onFailure: (error: unknown) => void
}
/** The measurements in the current stack of pictures, in words, and how to use the tool. */
export const MeasureList = ({ store, chain, part, tool, goTo, onEmpty, onFailure }: Props) => {
  const found = store.all
    .map((one) => ({ one, at: part.images.findIndex((image) => isSameImage(image, one)) }))
    .flatMap(({ one, at }) => {
      const image = part.images[at]
      return image ? [{ one: { ...one, image }, at }] : []
    })
  if (found.length === 0 && !tool) return null
  return (
    <section className={styles.below} aria-label={words.list}>
      {tool && (
        <div>
          {words.hints[tool]} <span className={controlStyles.keys}>{words.keys}</span>
        </div>
      )}
      <ul>
        {found.map(({ one, at }) => (
          <Item
            key={one.id}
            one={one}
            slice={at + 1}
            chain={chain}
            isChosen={one.id === store.chosen}
            onChoose={() => {
              store.choose(one.id)
              goTo(at)
            }}
            onRemove={(event) => {
              const other = nextTo(event)
              store.remove(one.id)
              if (other) other.focus()
              else onEmpty()
            }}
            onFailure={onFailure}
          />
        ))}
      </ul>
    </section>
  )
}
