import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../platform/language/t.ts'
import styles from './summary-list.module.css'

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === ''

/** Names and values below each other; an unknown value says so. */
export const SummaryList = ({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <div className={styles.room}>
    <dl className={styles.list}>
      {rows.map(([label, value]) => (
        <div key={label} className={styles.row}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" {...(isEmpty(value) ? { c: 'dimmed' } : { fw: 500 })}>
            {isEmpty(value) ? t('Not provided') : value}
          </Text>
        </div>
      ))}
    </dl>
  </div>
)

/** Lists of names and values in two columns if there is room. */
export const SummaryColumns = ({ children }: { children: ReactNode }) => (
  <div className={styles.columns}>{children}</div>
)
