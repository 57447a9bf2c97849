import { messages } from '../platform/messages.ts'
import styles from './shell.module.css'

export const SkipLink = () => (
  <a className={styles.skip} href="#main">
    {messages.shell.skip}
  </a>
)
