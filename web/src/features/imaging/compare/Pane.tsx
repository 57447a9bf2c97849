import type { ReactNode } from 'react'
import pictureStyles from '../picture.module.css'
import frame from '../viewer.module.css'
import styles from './compare.module.css'
import type { Which } from './link.ts'
import { words } from './words.ts'

export type PaneProps = {
  which: Which
  /** What is shown, in words. */
  name: string
  choosers: ReactNode
  picture: ReactNode
  /** Replaces the picture: why there is none. */
  instead?: ReactNode
  place: string
  isActive: boolean
  isOutside: boolean
  isHidden?: boolean
  onActive: () => void
  children?: ReactNode
}

/** One of the two pictures, with its name, its position and its window. */
export const Pane = (props: PaneProps) => {
  const { which, name, choosers, picture, instead, place, isActive, isOutside, isHidden, onActive, children } = props
  const title = `${words.side(which)}: ${name || '–'}`
  return (
    <section
      className={styles.pane}
      aria-label={title}
      data-hidden={isHidden}
      data-active={isActive}
      onFocusCapture={onActive}
      onPointerDownCapture={onActive}
    >
      <h2 className={styles.name}>{title}</h2>
      {choosers}
      <div className={`${pictureStyles.picture} ${styles.picture}`}>
        {picture}
        {instead && <div className={pictureStyles.over}>{instead}</div>}
      </div>
      {/* When both move together, only one is announced; the other can still be read. */}
      <div className={`${frame.place} tabular`} {...(isActive && { role: 'status' })}>
        {place && `${words.side(which)}: ${place}`}
        {isOutside && <p className={styles.outside}>{words.outside}</p>}
      </div>
      <div className={styles.window}>{children}</div>
    </section>
  )
}
