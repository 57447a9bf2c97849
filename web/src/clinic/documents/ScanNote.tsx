import { type ScanState, scanSentences } from '@fornix/contract'
import { Group, Text } from '@mantine/core'
import { t } from '../../platform/language/t.ts'
import { StatusBadge } from '../records/StatusBadge.tsx'

/** The virus scanner's result for a file; nothing if it was never scanned. */
export const ScanNote = ({ state }: { state: ScanState }) => {
  if (state === 'unscanned') return null
  if (state === 'clean')
    return (
      <Text size="sm" c="dimmed">
        {t('No virus found')}
      </Text>
    )
  return (
    <Group gap="xs" mt={4}>
      <StatusBadge status={state === 'pending' ? 'Being checked' : 'Locked'} />
      <Text size="sm">{scanSentences[state]}</Text>
    </Group>
  )
}
