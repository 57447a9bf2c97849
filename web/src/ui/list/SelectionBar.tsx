import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { grouped } from '../../platform/base/grouped.ts'
import { messages } from '../../platform/base/messages.ts'
import styles from './data-list.module.css'
import type { Selected } from './use-selection.ts'

const texts = messages.selection
type Props = { selected: Selected<unknown>; total: number; note?: string | undefined; children: ReactNode }

/** Actions for the selected rows; without a selection there is no bar. */
export const SelectionBar = ({ selected, total, note, children }: Props) => {
  const { count, isAll, selectAll, clear } = selected
  return (
    <>
      <VisuallyHidden role="status">{count > 0 && texts.count(grouped(count))}</VisuallyHidden>
      {count > 0 && (
        <Group gap="xs" className={styles.bar} role="group" aria-label={texts.bar}>
          <Text size="sm" fw={600} aria-hidden>
            {texts.count(grouped(count))}
          </Text>
          {!isAll && count < total && (
            <Button size="compact-sm" variant="subtle" onClick={selectAll}>
              {texts.all(grouped(total))}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
            {texts.clear}
          </Button>
          {children}
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Group>
      )}
    </>
  )
}
