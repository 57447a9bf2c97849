import { Card } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import { ThanksModal } from '../../ui/dialog/ThanksModal.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { FeedbackForm } from './FeedbackForm.tsx'
import { FeedbackList } from './FeedbackList.tsx'
import { messages } from './messages.ts'

const OwnFeedback = () => {
  const [sent, setSent] = useState(false)
  return (
    <>
      <PageTitle title={messages.title} />
      <Card maw={720}>
        <FeedbackForm onSent={() => setSent(true)} />
      </Card>
      <ThanksModal opened={sent} onClose={() => setSent(false)}>
        {messages.sent}
      </ThanksModal>
    </>
  )
}

/** /feedback: the form for operators, the list for admins. */
export const FeedbackPage = () => {
  if (useSession()?.audience !== 'admin') return <OwnFeedback />
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.listLead} />
      <FeedbackList />
    </>
  )
}
