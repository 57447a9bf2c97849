import type { Document } from '@fornix/contract'
import { ActionIcon, Button, Group, type GroupProps } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { Hint } from '../../ui/display/Hint.tsx'
import { canShow } from '../../ui/file/shown-file.ts'
import { messages } from './messages.ts'

export type ActionsProps = {
  document: Document
  onView: (document: Document) => void
  onDownload: (document: Document) => void
  onDelete: (document: Document) => void
  /** In a column where other rows have Delete, so that the buttons before it are below each other. */
  reserveDelete?: boolean
}

const isViewable = (document: Document) =>
  document.kind === 'document' && document.scan_state !== 'quarantined' && canShow(document)

/** The actions for one document. */
export const DocumentActions = ({
  document,
  onView,
  onDownload,
  onDelete,
  reserveDelete = false,
  wrap = 'nowrap',
}: ActionsProps & Pick<GroupProps, 'wrap'>) => (
  <Group gap={6} justify="flex-end" wrap={wrap}>
    {document.kind === 'authorization_form' && (
      <Button
        component={Link}
        to={paths.signedForm(document.file_id)}
        size="xs"
        fz="sm"
        variant="default"
        aria-label={messages.readNamed(document.file_name)}
      >
        {messages.read}
      </Button>
    )}
    {isViewable(document) && (
      <Button
        size="xs"
        fz="sm"
        variant="default"
        aria-label={messages.viewNamed(document.file_name)}
        onClick={() => onView(document)}
      >
        {messages.view}
      </Button>
    )}
    {document.scan_state !== 'quarantined' && (
      <Button
        size="xs"
        fz="sm"
        variant="light"
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label={messages.downloadNamed(document.file_name)}
        onClick={() => onDownload(document)}
      >
        {messages.download}
      </Button>
    )}
    {document.deletable ? (
      <Hint label={messages.delete}>
        <ActionIcon
          size={30}
          variant="subtle"
          color="red"
          aria-label={messages.deleteNamed(document.file_name)}
          onClick={() => onDelete(document)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Hint>
    ) : (
      reserveDelete && (
        <ActionIcon component="span" size={30} variant="transparent" aria-hidden style={{ visibility: 'hidden' }} />
      )
    )}
  </Group>
)
