import { Stack, Text } from '@mantine/core'
import type { Ref } from 'react'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { acceptOf } from '../../ui/form/check-upload.ts'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { UploadList } from '../../ui/form/UploadList.tsx'
import type { Uploads } from '../../ui/form/use-uploads.ts'
import { messages } from './messages.ts'

type Props = {
  ref?: Ref<HTMLDivElement>
  label: string
  uploads: Uploads
  problem: string
  disabled?: boolean
  onPick: (files: File[]) => void
}

/** The receipt of a request: what is wrong with it stands beside it before a byte is sent. */
export const ReceiptField = ({ ref, label, uploads, problem, disabled = false, onPick }: Props) => {
  const isLocked = disabled || uploads.isSending
  return (
    <Stack ref={ref} gap="xs" role="group" aria-label={label}>
      <Text fw={600} size="sm">
        {label}
        {uploads.rules.missing && (
          <Text span c="var(--mantine-color-error)" aria-hidden>
            {' *'}
          </Text>
        )}
      </Text>
      <FileDrop hint={messages.fileHint} accept={acceptOf(uploads.rules)} disabled={isLocked} onPick={onPick} />
      <UploadList uploads={{ ...uploads, isSending: isLocked }} />
      {problem && <ErrorAlert>{problem}</ErrorAlert>}
    </Stack>
  )
}
