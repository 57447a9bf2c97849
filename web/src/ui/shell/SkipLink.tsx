import { messages } from '../../platform/base/messages.ts'
import styles from './shell.module.css'

export const SkipLink = () => (
  <a className={styles.skip} href="#main">
    {messages.shell.skip}
  </a>
)
