import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconCamera, IconRotateClockwise, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTouch } from './FileDrop.tsx'
import { FileInput } from './FileInput.tsx'
import type { Page } from './pages.ts'
import type { UploadItem } from './upload-item.ts'
import styles from './upload-list.module.css'
import { texts } from './upload-messages.ts'
import type { Uploads } from './use-uploads.ts'

const Picture = ({ file, alt }: { file: Blob; alt: string }) => {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url && <img src={url} alt={alt} className={styles.picture} />
}

type ButtonProps = {
  disabled: boolean
  word: string
  name: string
  icon: TablerIcon
  onClick: () => void
}
const PageButton = ({ word, name, icon: Icon, ...rest }: ButtonProps) => (
  <Tooltip label={word}>
    <ActionIcon variant="default" size={32} aria-label={name} {...rest}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

type Props = { item: UploadItem; uploads: Uploads; onGone: () => void }

const PageCard = ({ page, at, item, uploads, onGone }: Props & { page: Page; at: number }) => (
  <li className={styles.page}>
    <Picture file={page.picture.file} alt={texts.page(at, item.name)} />
    <Group gap={4} justify="center">
      <PageButton
        disabled={uploads.isSending}
        word={texts.turn}
        name={texts.turnPage(at, item.name)}
        icon={IconRotateClockwise}
        onClick={() => void uploads.turnPage(item, page)}
      />
      {item.pages.length > 1 && (
        <PageButton
          disabled={uploads.isSending}
          word={texts.remove}
          name={texts.removePage(at, item.name)}
          icon={IconTrash}
          onClick={() => {
            void uploads.removePage(item, page)
            onGone()
          }}
        />
      )}
    </Group>
  </li>
)

/** The photos of one file: each can be turned and removed, and another one added. */
export const PageStrip = ({ item, uploads, onGone }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const isTouch = useTouch()
  return (
    <>
      <ul className={styles.pages}>
        {item.pages.map((page, at) => (
          <PageCard key={page.id} page={page} at={at + 1} item={item} uploads={uploads} onGone={onGone} />
        ))}
      </ul>
      {uploads.rules.types.includes('pdf') && (
        <>
          <FileInput
            ref={input}
            label={texts.addPageTo(item.name)}
            accept="image/*"
            capture={isTouch ?? false}
            multiple
            onPick={(files) => void uploads.addPages(item, files)}
          />
          <Button
            variant="light"
            size="xs"
            disabled={uploads.isSending}
            leftSection={<IconCamera size={18} aria-hidden />}
            aria-label={texts.addPageTo(item.name)}
            onClick={() => input.current?.click()}
          >
            {texts.addPage}
          </Button>
        </>
      )}
    </>
  )
}
