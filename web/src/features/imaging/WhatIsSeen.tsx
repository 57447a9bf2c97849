import styles from './controls.module.css'
import { messages } from './messages.ts'
import { whatIsSeen } from './what-is-seen.ts'

/** For patients, who are not trained to read such pictures. */
export const WhatIsSeen = (seen: Parameters<typeof whatIsSeen>[0]) => (
  <details className={styles.what}>
    <summary>{messages.whatIsSeen}</summary>
    {whatIsSeen(seen).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </details>
)
