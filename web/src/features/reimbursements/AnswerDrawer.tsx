import {
  answerMissing,
  answerMyReimbursement,
  needsAnswer,
  type Reimbursement,
  ReimbursementAnswer,
} from '@fornix/contract'
import { Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { useSendKey } from '../../platform/base/send-key.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import type { Sending } from '../../ui/form/use-uploads.ts'
import { ClaimDrawer } from './ClaimDrawer.tsx'
import { messages } from './messages.ts'
import { OnHoldNotice } from './OnHoldNotice.tsx'
import { ReceiptField } from './ReceiptField.tsx'
import { SendButtons } from './SendButtons.tsx'
import { isAbort, useReceipt } from './use-receipt.ts'

const rules = answerMyReimbursement.upload!

export type Answer = { note: string; key: string; receipt?: { file: File; sending: Sending } }

type Props = {
  row: Reimbursement
  answer: (row: Reimbursement, answer: Answer) => Promise<void>
  onClose: () => void
  onDone: () => void
}

const AnswerForm = ({ row, answer, onClose, onDone }: Props) => {
  const { file, field, send, keyNow, answers, isPreparing } = useReceipt(rules)
  const sendKeyOf = useSendKey()
  // An answer whose response was lost changes the request, but is no other answer to what the clinic asked.
  const askedVersion = useRef(row.version)
  if (needsAnswer(row.status)) askedVersion.current = row.version
  const form = useForm({
    initialValues: { note: '' },
    validate: (values) =>
      values.note.trim() === '' && !file ? { note: answerMissing } : schemaResolver(ReimbursementAnswer)(values),
  })
  const draft = useDraft(`reimbursement-answer.${row.id}`, form)
  const { submit, problem, jump, fields, isSending } = useSubmit(
    form,
    async ({ note }) => {
      const keyOf = (receipt: string) => sendKeyOf(note, receipt, askedVersion.current)
      if (!file) return answer(row, { note, key: keyOf('') })
      return send((file, sending) => answer(row, { note, key: keyOf(sending.key), receipt: { file, sending } }))
    },
    {
      sentAlong: keyNow,
      onDone: () => {
        draft.sent()
        onDone()
      },
      sentence: (error) => failureSentence(error, messages.answerFailed, isForReader),
      handled: (error) => isAbort(error) || answers(error, [413, 415]),
    },
  )
  return (
    <form onSubmit={submit} noValidate aria-label={messages.answer}>
      <Stack>
        <DraftNote draft={draft} busy={form.submitting} files hasFiles={file !== undefined} />
        <FormAlert errors={form.errors} labels={messages.fields} onJump={jump} />
        <OnHoldNotice row={row} />
        <Textarea
          label={messages.fields.note}
          description={messages.noteHint}
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          {...fields.getInputProps('note')}
        />
        <ReceiptField label={messages.betterReceipt} disabled={isSending} {...field} />
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <SendButtons label={messages.sendAnswer} busy={form.submitting} waits={isPreparing} onCancel={onClose} />
      </Stack>
    </form>
  )
}

/** What a patient sends when the clinic needs more: a note, a better receipt, or both. */
export const AnswerDrawer = ({ row, ...props }: Omit<Props, 'row'> & { row: Reimbursement | undefined }) => (
  <ClaimDrawer opened={row !== undefined} onClose={props.onClose} title={row ? messages.answerTo(row.description) : ''}>
    {row && <AnswerForm key={row.id} row={row} {...props} />}
  </ClaimDrawer>
)
