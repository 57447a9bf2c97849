import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './entry.module.css'

/** Fields that belong together, under one heading that a screen reader says with each of them. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles['group']}>
      <legend>{legend}</legend>
      <Stack>{children}</Stack>
    </fieldset>
  )
}
