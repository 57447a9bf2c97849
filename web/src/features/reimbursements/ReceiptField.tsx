import type { Upload } from '@fornix/contract'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import type { Ref } from 'react'
import { checkUpload } from '../../ui/form/check-upload.ts'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { messages } from './messages.ts'

type Props = {
  ref?: Ref<HTMLDivElement>
  label: string
  rules: Upload
  file: File | undefined
  problem: string
  onPick: (file: File | undefined, problem: string) => void
}

/** The receipt of a request: what is wrong with it stands beside it before a byte is sent. */
export const ReceiptField = ({ ref, label, rules, file, problem, onPick }: Props) => (
  <Stack ref={ref} gap="xs" role="group" aria-label={label}>
    <Text fw={500} size="sm">
      {label}
      {rules.missing && (
        <Text span c="var(--mantine-color-error)" aria-hidden>
          {' *'}
        </Text>
      )}
    </Text>
    <FileDrop
      hint={messages.fileHint}
      accept=".pdf,.png,.jpeg,.jpg,.svg"
      onPick={(chosen) => {
        if (!chosen) return
        const wrong = checkUpload(chosen, rules) ?? ''
        onPick(wrong ? undefined : chosen, wrong)
      }}
    />
    {file && (
      <Group gap="xs" wrap="nowrap">
        <IconFile size={18} aria-hidden />
        <Text style={{ overflowWrap: 'anywhere' }}>{file.name}</Text>
      </Group>
    )}
    {problem && (
      <Alert color="red" role="alert">
        {problem}
      </Alert>
    )}
  </Stack>
)
