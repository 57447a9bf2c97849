import type { ReactNode } from 'react'
import styles from './refreshing.module.css'

type Props = { busy: boolean; children: ReactNode }

/** What was there before stays as readable as ever while the rest is on its way: a thin line above it moves. */
export const Refreshing = ({ busy, children }: Props) => (
  <div className={styles.box} aria-busy={busy}>
    {busy && <div className={styles.line} aria-hidden />}
    {children}
  </div>
)
