import { Button, Text, UnstyledButton } from '@mantine/core'
import { IconFileText, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { dayInWords } from '../../../ui/display/days.ts'
import controlStyles from '../controls.module.css'
import { messages } from '../messages.ts'
import type { useDocuments } from '../queries.ts'
import seriesStyles from '../series.module.css'
import { DocumentModal } from './DocumentModal.tsx'
import type { StudyDocument } from './documents.ts'
import { titleOf } from './title.ts'

type Props = { study: string; documents: ReturnType<typeof useDocuments>; onFailure: (error: unknown) => void }

/** The study's content besides pictures: reports and PDFs, each with a button that opens it. */
export const DocumentChooser = ({ study, documents, onFailure }: Props) => {
  const [opened, setOpened] = useState<StudyDocument>()
  const { data = [], isError, refetch } = documents
  const readable = data.filter(({ kind }) => kind !== 'segmentation')
  if (!isError && readable.length === 0) return null
  return (
    <fieldset className={controlStyles.group}>
      <legend>{messages.documents.title}</legend>
      {isError && (
        <>
          <Text size="sm">{messages.documents.failed}</Text>
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {messages.documents.retry}
          </Button>
        </>
      )}
      <ul className={seriesStyles.list}>
        {readable.map((document) => {
          const Icon = document.kind === 'pdf' ? IconFileTypePdf : IconFileText
          return (
            <li key={document.instance}>
              <UnstyledButton
                className={seriesStyles.series}
                aria-haspopup="dialog"
                onClick={() => setOpened(document)}
              >
                <Icon size={24} aria-hidden />
                <span>
                  {titleOf(document)}
                  <span className={controlStyles.dim}>
                    {[
                      messages.documents[document.kind],
                      dayInWords(document.date) || document.date,
                      document.isReplaced && messages.documents.replaced,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      <DocumentModal study={study} document={opened} onFailure={onFailure} onClose={() => setOpened(undefined)} />
    </fieldset>
  )
}
