import styles from './controls.module.css'
import { describeImage } from './describe-image.ts'
import { messages } from './messages.ts'

/** For patients, who are not trained to read such pictures. */
export const ImageDescription = (seen: Parameters<typeof describeImage>[0]) => (
  <details className={styles.what}>
    <summary>{messages.whatIsSeen}</summary>
    {describeImage(seen).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </details>
)
