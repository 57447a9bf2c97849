import { messages } from '../../platform/base/messages.ts'
import styles from './skip-link.module.css'

export const SkipLink = () => (
  <a className={styles.skip} href="#main">
    {messages.shell.skip}
  </a>
)
