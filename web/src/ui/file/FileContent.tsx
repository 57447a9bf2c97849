import { Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { LoadingState } from '../state/LoadingState.tsx'
import styles from './file.module.css'
import { messages } from './messages.ts'
import type { Drawn, PdfPage } from './pdf-pages.ts'
import { pictures, type ShownFile } from './shown-file.ts'

type Shown = { picture: string } | Drawn | { problem: string }

const load = async (bytes: Blob, fileType: string | null): Promise<Exclude<Shown, { problem: string }>> => {
  const type = pictures[fileType ?? '']
  if (type) return { picture: URL.createObjectURL(new Blob([bytes], { type })) }
  const { drawPdf } = await import('./pdf-pages.ts')
  return drawPdf(bytes, 720)
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

export type ContentProps<F> = {
  file: F
  /** Must be stable: a new function loads the file again. */
  read: (file: F) => Promise<Blob>
  alt: string
}

/** A PDF or a picture on the page, so that nobody has to save it to read it. Needs a `key` for each file. */
export const FileContent = <F extends ShownFile>({ file, read, alt }: ContentProps<F>) => {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    let isOpen = true
    let picture = ''
    read(file)
      .then((bytes) => load(bytes, file.file_type))
      .then(
        (loaded) => {
          if ('picture' in loaded) picture = loaded.picture
          if (isOpen) setShown(loaded)
          else URL.revokeObjectURL(picture)
        },
        (error: unknown) => isOpen && setShown({ problem: failureSentence(error, messages.cannotShow, isForReader) }),
      )
    return () => {
      isOpen = false
      URL.revokeObjectURL(picture)
    }
  }, [file, read])
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
        alt={alt}
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
