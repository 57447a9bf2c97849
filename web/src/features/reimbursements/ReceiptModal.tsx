import type { Reimbursement } from '@fornix/contract'
import { Button, Group, Modal, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { fileSentence } from '../../platform/http/failure.ts'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'
import type { Drawn, PdfPage } from './pdf-pages.ts'
import styles from './reimbursements.module.css'

type Shown = { picture: string } | Drawn | { problem: string }

// By the type that the server found in the file. A picture of the page runs nothing that is programmed in it.
const pictures: Record<string, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
}

const load = async (row: Reimbursement, receipt: Props['receipt']): Promise<Exclude<Shown, { problem: string }>> => {
  const file = await receipt(row)
  const type = pictures[row.file_type]
  if (type) return { picture: URL.createObjectURL(new Blob([file], { type })) }
  const { drawPdf } = await import('./pdf-pages.ts')
  return drawPdf(file, 720)
}

const Page = ({ page, label }: { page: PdfPage; label: string }) => (
  <section aria-label={label}>
    <VisuallyHidden>{page.text}</VisuallyHidden>
    <div
      aria-hidden
      ref={(place) => {
        place?.replaceChildren(page.canvas)
      }}
      className={styles.page}
    />
  </section>
)

const Content = ({ row, receipt }: Pick<Props, 'receipt'> & { row: Reimbursement }) => {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    let isOpen = true
    let picture = ''
    load(row, receipt).then(
      (loaded) => {
        if ('picture' in loaded) picture = loaded.picture
        if (isOpen) setShown(loaded)
        else URL.revokeObjectURL(picture)
      },
      (error: unknown) => isOpen && setShown({ problem: fileSentence(error, messages.cannotShow) }),
    )
    return () => {
      isOpen = false
      URL.revokeObjectURL(picture)
    }
  }, [row, receipt])
  if (!shown) return <LoadingState rows={4} />
  if ('problem' in shown)
    return (
      <Text role="alert" py="lg">
        {shown.problem}
      </Text>
    )
  if ('picture' in shown)
    return (
      <img
        src={shown.picture}
        alt={messages.picture(row.file_name)}
        className={styles.picture}
        onError={() => setShown({ problem: messages.cannotShow })}
      />
    )
  return (
    <>
      {shown.pages.map((page) => (
        <Page key={page.number} page={page} label={messages.page(page.number, shown.total)} />
      ))}
      {shown.total > shown.pages.length && <Text size="sm">{messages.morePages(shown.total)}</Text>}
    </>
  )
}

type Props = {
  row: Reimbursement | undefined
  receipt: (row: Reimbursement) => Promise<Blob>
  onDownload: (row: Reimbursement) => void
  onClose: () => void
}

/** A receipt over the list, so that nobody has to store it to read it. */
export const ReceiptModal = ({ row, receipt, onDownload, onClose }: Props) => {
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened={row !== undefined}
      onClose={onClose}
      size="xl"
      fullScreen={narrow}
      title={row && messages.receiptTitle(row.description)}
    >
      {row && (
        <Stack>
          <Content key={row.file_id} row={row} receipt={receipt} />
          <Group justify="flex-end" gap="sm">
            <Button
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => {
                onClose()
                onDownload(row)
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
