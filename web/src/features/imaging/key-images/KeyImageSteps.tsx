import { UnstyledButton } from '@mantine/core'
import styles from '../controls.module.css'
import { messages } from '../messages.ts'
import type { KeyImage } from './key-images.ts'

type Props = { keys: readonly KeyImage[]; aim: KeyImage | undefined; onAim: (key: KeyImage) => void }

const isSame = (one: KeyImage, other: KeyImage) =>
  one.instance === other.instance && one.title === other.title && one.frames === other.frames

/** Steps from one marked picture of the study to the next, across series. */
export const KeyImageSteps = ({ keys, aim, onAim }: Props) => {
  if (keys.length === 0) return null
  const at = keys.findIndex((key) => aim && isSame(key, aim))
  const step = (by: number) => {
    const next = keys[at < 0 ? 0 : (at + by + keys.length) % keys.length]
    if (next) onAim(next)
  }
  return (
    <fieldset className={styles.group}>
      <legend>{messages.keyImages.title}</legend>
      <p className={styles.shown}>
        {aim && at >= 0 ? messages.keyImages.at(at + 1, keys.length, aim.title) : messages.keyImages.count(keys.length)}
      </p>
      <div className={styles.commands}>
        <UnstyledButton className={styles.command} onClick={() => step(-1)}>
          {messages.keyImages.previous}
        </UnstyledButton>
        <UnstyledButton className={styles.command} onClick={() => step(1)}>
          {messages.keyImages.next}
        </UnstyledButton>
      </div>
    </fieldset>
  )
}
