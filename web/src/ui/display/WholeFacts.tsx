import type { ReactNode } from 'react'
import styles from './whole-facts.module.css'

/**
 * Facts on one line, ` · ` between them: lines wrap between facts, never inside an MRN or a date that fits on one line, and no line ends or
 * begins with a dot.
 */
export const WholeFacts = ({ children }: { children: string | readonly ReactNode[] }) => {
  const facts = typeof children === 'string' ? children.split(' · ') : children
  return (
    <span className={styles.facts}>
      {facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other name, and keep their places
        <span key={at} className={styles.fact}>
          {at > 0 && <span className={styles.dot}> · </span>}
          {fact}
        </span>
      ))}
    </span>
  )
}
