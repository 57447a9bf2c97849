import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { Figures } from './Figures.tsx'
import { messages } from './messages.ts'
import { ReimbursementList } from './ReimbursementList.tsx'
import { useMyReimbursements } from './use-reimbursements.ts'

const AddDrawer = lazyDialog(async () => (await import('./AddDrawer.tsx')).AddDrawer, { opened: false })
const AnswerDrawer = lazyDialog(async () => (await import('./AnswerDrawer.tsx')).AnswerDrawer, { row: undefined })

/** The Reimbursement tab of the patient area. */
export const ReimbursementTab = () => {
  const { list, figures, add, answer, removeReceipt, download } = useMyReimbursements()
  const [adding, setAdding] = useState(false)
  const [answering, setAnswering] = useState<string>()
  const [notice, setNotice] = useState('')
  const { attempt, problem } = useAttempt((error) => failureSentence(error, messages.downloadFailed, isForReader))
  return (
    <Stack gap="lg">
      <PageTitle title={messages.title} subtitle={messages.lead}>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          {messages.add}
        </Button>
      </PageTitle>
      <Figures totals={figures} />
      {problem && <ErrorAlert>{problem}</ErrorAlert>}
      <ReimbursementList
        {...list}
        notice={notice}
        onAnswer={({ id }) => setAnswering(id)}
        removal={{ remove: removeReceipt, onDone: () => setNotice(messages.removed) }}
        onDownload={(row) => void attempt(() => download(row))}
      />
      <AddDrawer
        draft="reimbursement"
        opened={adding}
        add={add}
        onClose={() => setAdding(false)}
        onDone={() => {
          setAdding(false)
          setNotice(messages.added)
        }}
      />
      <AnswerDrawer
        row={list.rows.find(({ id }) => id === answering)}
        answer={answer}
        onClose={() => setAnswering(undefined)}
        onDone={() => {
          setAnswering(undefined)
          setNotice(messages.answerSent)
        }}
      />
    </Stack>
  )
}
