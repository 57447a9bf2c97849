import { addMyReimbursement, NewReimbursement } from '@fornix/contract'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useRef } from 'react'
import { useDraft } from '../../platform/drafts/draft.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import type { Sending } from '../../ui/form/use-uploads.ts'
import { ClaimDrawer } from './ClaimDrawer.tsx'
import { ClaimFields, useFieldLabels } from './ClaimFields.tsx'
import { messages } from './messages.ts'
import { ReceiptField } from './ReceiptField.tsx'
import { SendButtons } from './SendButtons.tsx'
import { isAbort, useReceipt } from './use-receipt.ts'
import type { Claim } from './use-reimbursements.ts'

const rules = addMyReimbursement.upload!
const nothing: Claim = { amount: '', description: '', category: 'Transportation', expense_date: '' }

type Props = {
  draft: string
  add: (claim: Claim, file: File, sending: Sending) => Promise<void>
  onClose: () => void
  onDone: () => void
}

const AddForm = ({ draft: draftName, add, onClose, onDone }: Props) => {
  const { file, problem: fileProblem, field, send, keyNow, require, answers, isPreparing } = useReceipt(rules)
  const receipt = useRef<HTMLDivElement>(null)
  const focusReceipt = () => receipt.current?.querySelector('button')?.focus()
  const form = useForm<Claim>({
    initialValues: nothing,
    validate: schemaResolver(NewReimbursement),
    validateInputOnBlur: true,
  })
  const draft = useDraft(draftName, form)
  // An error in the file alone is shown beside it, not twice.
  const hasErrors = Object.keys(form.errors).length > 0
  const { submit, problem, jump, fields, isSending } = useSubmit(
    form,
    (claim) =>
      send(async (file, sending) => {
        const { name, size, lastModified } = file
        await add(claim, file, { ...sending, key: await draft.sendKey(claim, name, size, lastModified) })
      }),
    {
      sentAlong: keyNow,
      onDone: () => {
        draft.sent()
        onDone()
      },
      sentence: (error) => failureSentence(error, messages.saveFailed, isForReader),
      handled: (error) => isAbort(error) || answers(error, [400, 413, 415]),
    },
  )
  const check = (event: FormEvent<HTMLFormElement>) => {
    if (!file) require()
    if (file || form.validate().hasErrors) return submit(event)
    event.preventDefault()
    focusReceipt()
  }
  return (
    <form onSubmit={check} noValidate aria-label={messages.add}>
      <Stack>
        <DraftNote draft={draft} busy={form.submitting} files hasFiles={file !== undefined} />
        <FormAlert
          errors={{ ...form.errors, ...(hasErrors && fileProblem && { files: fileProblem }) }}
          labels={useFieldLabels()}
          onJump={(name) => (name === 'files' ? focusReceipt() : jump(name))}
        />
        <ClaimFields form={fields} />
        <ReceiptField ref={receipt} label={messages.file} disabled={isSending} {...field} />
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <SendButtons label={messages.submit} busy={form.submitting} waits={isPreparing} onCancel={onClose} />
      </Stack>
    </form>
  )
}

/** A new request. */
export const AddDrawer = ({ opened, ...props }: Props & { opened: boolean }) => (
  <ClaimDrawer opened={opened} onClose={props.onClose} title={messages.add}>
    {opened && <AddForm {...props} />}
  </ClaimDrawer>
)
