import { addMyReimbursement, NewReimbursement, reimbursementCategories } from '@fornix/contract'
import { Alert, Button, Drawer, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { ChoiceSelect } from '../../ui/form/ChoiceSelect.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { messages } from './messages.ts'
import { ReceiptField } from './ReceiptField.tsx'
import type { Claim } from './use-reimbursements.ts'

const rules = addMyReimbursement.upload!
const nothing: Claim = { amount: '', description: '', category: 'Transportation' }

type Props = {
  draft: string
  add: (claim: Claim, file: File) => Promise<void>
  onClose: () => void
  onDone: () => void
}

const AddForm = ({ draft: draftName, add, onClose, onDone }: Props) => {
  const [file, setFile] = useState<File>()
  const [fileProblem, setFileProblem] = useState('')
  const [failed, setFailed] = useState('')
  const receipt = useRef<HTMLDivElement>(null)
  const focusReceipt = () => receipt.current?.querySelector('button')?.focus()
  const form = useForm<Claim>({
    initialValues: nothing,
    validate: schemaResolver(NewReimbursement, { sync: true }),
    validateInputOnBlur: true,
  })
  const draft = useDraft(draftName, form)
  // Alone, what is wrong with the file is said beside it and not twice.
  const hasErrors = Object.keys(form.errors).length > 0
  const submit = form.onSubmit(
    async (claim) => {
      setFailed('')
      if (!file) {
        setFileProblem((known) => known || (rules.missing ?? ''))
        focusReceipt()
        return
      }
      try {
        await add(claim, file)
        draft.sent()
        onDone()
      } catch (error) {
        const told = error instanceof ApiFailure ? error.body : undefined
        if (told?.fields) form.setErrors(told.fields)
        else if (error instanceof ApiFailure && [400, 413, 415].includes(error.status))
          setFileProblem(told?.error ?? '')
        else setFailed(messages.saveFailed)
      }
    },
    (errors) => {
      if (!file) setFileProblem((known) => known || (rules.missing ?? ''))
      const first = Object.keys(errors)[0]
      if (first) form.getInputNode(first as keyof Claim)?.focus()
    },
  )
  return (
    <form onSubmit={submit} noValidate aria-label={messages.add}>
      <Stack>
        <DraftNote draft={draft} files />
        <FormAlert
          errors={{ ...form.errors, ...(hasErrors && fileProblem && { files: fileProblem }) }}
          labels={messages.fields}
          onJump={(name) => (name === 'files' ? focusReceipt() : form.getInputNode(name as keyof Claim)?.focus())}
        />
        <TextInput
          label={messages.fields.amount}
          required
          inputMode="decimal"
          leftSection="$"
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <Textarea
          label={messages.fields.description}
          required
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('description')}
        />
        <ChoiceSelect
          label={messages.fields.category}
          options={reimbursementCategories}
          required
          {...form.getInputProps('category')}
        />
        <ReceiptField
          ref={receipt}
          label={messages.file}
          rules={rules}
          file={file}
          problem={fileProblem}
          onPick={(chosen, problem) => {
            setFile(chosen)
            setFileProblem(problem)
          }}
        />
        {failed && (
          <Alert color="red" role="alert">
            {failed}
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" disabled={form.submitting}>
            {form.submitting ? messages.submitting : messages.submit}
          </Button>
          <Button variant="default" onClick={onClose} disabled={form.submitting}>
            {messages.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A new request, beside the list; the whole screen on a phone. */
export const AddDrawer = ({ opened, ...props }: Props & { opened: boolean }) => {
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Drawer opened={opened} onClose={props.onClose} position="right" size={narrow ? '100%' : 'md'} title={messages.add}>
      {opened && <AddForm {...props} />}
    </Drawer>
  )
}
