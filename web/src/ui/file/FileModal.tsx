import { Button, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { Modal } from '../dialog/Modal.tsx'
import { type ContentProps, FileContent } from './FileContent.tsx'
import { messages } from './messages.ts'
import type { ShownFile } from './shown-file.ts'

type Props<F> = Pick<ContentProps<F>, 'read'> & {
  file: F | undefined
  title: (file: F) => string
  alt: (file: F) => string
  onDownload: (file: F) => void
  onClose: () => void
}

/** A file in a modal, over the list that contains it. */
export const FileModal = <F extends ShownFile>({ file, read, title, alt, onDownload, onClose }: Props<F>) => {
  const narrow = !useAtLeast('48em')
  return (
    <Modal opened={file !== undefined} onClose={onClose} size="xl" fullScreen={narrow} title={file && title(file)}>
      {file && (
        <Stack>
          <FileContent key={file.file_id} file={file} read={read} alt={alt(file)} />
          <Group justify="flex-end" gap="sm">
            <Button
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => {
                onClose()
                onDownload(file)
              }}
            >
              {messages.download}
            </Button>
            <Button variant="default" onClick={onClose}>
              {messages.close}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
