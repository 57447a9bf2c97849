import { Card, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { messages } from './messages.ts'
import { type NewText, useWriting } from './use-writing.ts'
import { WriteForm } from './WriteForm.tsx'

type Props = {
  patientKey: string
  /** What the draft is called. */
  draft: string
  send: (body: NewText) => Promise<{ thread_id: string }>
  /** Reads the lists again in which the new conversation stands. */
  refresh: () => Promise<unknown>
  addressOf: (thread: string) => string
  back: string
  above?: ReactNode
}

/** Begins a conversation, and leads to it. */
export const StartForm = ({ patientKey, draft, send, refresh, addressOf, back, above }: Props) => {
  const navigate = useNavigate()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const writing = useWriting({
    patientKey,
    kind: 'start',
    name: draft,
    send,
    refresh,
    // Whoever left meanwhile may be at another patient by now.
    onSent: ({ thread_id }) => isShown.current && navigate(addressOf(thread_id)),
  })
  return (
    <Card>
      <Title order={2} size="h3" mb="md">
        {messages.write.title}
      </Title>
      <WriteForm
        writing={writing}
        label={messages.write.title}
        above={above}
        onCancel={() => {
          // Its files would ask whether they may be lost, and promise that the text is kept.
          flushSync(() => writing.setAttaching(false))
          if (writing.form.isDirty()) writing.draft.sent()
          void navigate(back)
        }}
      />
    </Card>
  )
}
