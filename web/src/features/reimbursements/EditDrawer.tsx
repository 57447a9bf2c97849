import {
  type Reimbursement,
  ReimbursementChange,
  reimbursementCategories,
  reimbursementStatuses,
  statusesWithReason,
  updateReimbursement,
} from '@fornix/contract'
import { Alert, Button, Drawer, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { ChoiceSelect } from '../../ui/form/ChoiceSelect.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import { ReceiptField } from './ReceiptField.tsx'

type Values = Pick<Reimbursement, 'amount' | 'description' | 'category' | 'status' | 'comment'>
const rules = updateReimbursement.upload!
const valuesOf = ({ amount, description, category, status, comment }: Reimbursement): Values => ({
  amount,
  description,
  category,
  status,
  comment,
})

type Props = {
  row: Reimbursement
  change: (id: string, body: Record<string, unknown>, file: File | undefined) => Promise<void>
  onClose: () => void
  onDone: () => void
}

const effectOf = (before: Reimbursement, { status, amount }: Values) => {
  if (status === before.status) return ''
  if (status === 'Paid') return messages.effect.paid(formatMoney(amount))
  return before.status === 'Paid' ? messages.effect.unpaid : messages.effect.other
}

const EditForm = ({ row, change, onClose, onDone }: Props) => {
  const [known, setKnown] = useState(row)
  const [theirs, setTheirs] = useState<Reimbursement>()
  const [file, setFile] = useState<File>()
  const [fileProblem, setFileProblem] = useState('')
  const [failed, setFailed] = useState('')
  const form = useForm<Values>({
    initialValues: valuesOf(row),
    validate: (values) => ({
      ...schemaResolver(ReimbursementChange, { sync: true })(values),
      ...(statusesWithReason.includes(values.status) && values.comment.trim() === ''
        ? { comment: 'Please give a reason' }
        : {}),
    }),
    validateInputOnBlur: true,
  })
  const save = async (version: number) => {
    setFailed('')
    try {
      await change(row.id, { ...form.values, version }, file)
      onDone()
    } catch (error) {
      const told = error instanceof ApiFailure ? error.body : undefined
      if (told?.code === 'stale') setTheirs((told as { reimbursement?: Reimbursement }).reimbursement)
      else if (told?.fields) form.setErrors(told.fields)
      else if (error instanceof ApiFailure && [413, 415].includes(error.status)) setFileProblem(told?.error ?? '')
      else setFailed(messages.saveFailed)
    }
  }
  // A reason belongs to its status: one that was not typed now does not go along to another status.
  const reasonOf = (status: string) => (status === known.status ? known.comment : '')
  const chooseStatus = (chosen: string) => {
    const status = chosen as Values['status']
    const isOld = form.values.comment === reasonOf(form.values.status)
    form.setValues({ status, ...(isOld && { comment: reasonOf(status) }) })
  }
  const effect = effectOf(known, form.values)
  return (
    <form
      onSubmit={form.onSubmit(
        () => save(known.version),
        (errors) => form.getInputNode(Object.keys(errors)[0] as keyof Values)?.focus(),
      )}
      noValidate
      aria-label={messages.edit}
    >
      <Stack>
        <FormAlert
          errors={form.errors}
          labels={messages.fields}
          onJump={(name) => form.getInputNode(name as keyof Values)?.focus()}
        />
        {theirs && (
          <Alert color="amber" role="alert" title={messages.stale}>
            <Text size="sm" mb="sm">
              {formatMoney(theirs.amount)} · {theirs.status} · {theirs.description}
              {theirs.comment && ` · ${theirs.comment}`}
            </Text>
            <Group gap="sm">
              <Button
                variant="default"
                onClick={() => {
                  setKnown(theirs)
                  form.setValues(valuesOf(theirs))
                  setTheirs(undefined)
                }}
              >
                {messages.useTheirs}
              </Button>
              <Button
                variant="default"
                onClick={() => {
                  setKnown(theirs)
                  setTheirs(undefined)
                  void save(theirs.version)
                }}
              >
                {messages.keepMine}
              </Button>
            </Group>
          </Alert>
        )}
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
        <ChoiceSelect
          label={messages.fields.status}
          options={reimbursementStatuses}
          required
          description={effect || undefined}
          {...form.getInputProps('status')}
          onChange={chooseStatus}
        />
        <Textarea label={messages.fields.comment} autosize minRows={2} maxRows={8} {...form.getInputProps('comment')} />
        <ReceiptField
          label={messages.newFile}
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
          <Button type="submit" loading={form.submitting}>
            {messages.save}
          </Button>
          <Button variant="default" onClick={onClose} disabled={form.submitting}>
            {messages.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Editing of one request; Cancel leaves it as it was. */
export const EditDrawer = ({ row, ...props }: Omit<Props, 'row'> & { row: Reimbursement | undefined }) => {
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Drawer
      opened={row !== undefined}
      onClose={props.onClose}
      position="right"
      size={narrow ? '100%' : 'md'}
      title={messages.edit}
    >
      {row && <EditForm key={row.id} row={row} {...props} />}
    </Drawer>
  )
}
