import {
  type Reimbursement,
  ReimbursementChange,
  reimbursementStatuses,
  statusesWithReason,
  updateReimbursement,
} from '@fornix/contract'
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { oneOf } from '../../platform/base/one-of.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { ChoiceSelect } from '../../ui/form/ChoiceSelect.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { ClaimDrawer } from './ClaimDrawer.tsx'
import { ClaimFields } from './ClaimFields.tsx'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import { ReceiptField } from './ReceiptField.tsx'
import { StaleNote } from './StaleNote.tsx'
import { useReceipt } from './use-receipt.ts'

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

/** What the request says by now, when somebody else was first. */
const staleOf = (error: unknown) =>
  error instanceof ApiFailure && error.body?.code === 'stale'
    ? (error.body as { reimbursement?: Reimbursement }).reimbursement
    : undefined

const EditForm = ({ row, change, onClose, onDone }: Props) => {
  const [known, setKnown] = useState(row)
  const [theirs, setTheirs] = useState<Reimbursement>()
  const { file, field, answers } = useReceipt(rules)
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
  const version = useRef(row.version)
  const { submit, again, problem, jump } = useSubmit(
    form,
    (values) => change(row.id, { ...values, version: version.current }, file),
    {
      onDone,
      sentence: () => messages.saveFailed,
      answered: (error) => {
        const stale = staleOf(error)
        if (stale) setTheirs(stale)
        return stale !== undefined || answers(error, [413, 415])
      },
    },
  )
  const settle = (now: Reimbursement) => {
    version.current = now.version
    setKnown(now)
    setTheirs(undefined)
  }
  // A reason belongs to its status: one that was not typed now does not go along to another status.
  const reasonOf = (status: string) => (status === known.status ? known.comment : '')
  const chooseStatus = (chosen: string) => {
    const status = oneOf(reimbursementStatuses, chosen) ?? known.status
    const isOld = form.values.comment === reasonOf(form.values.status)
    form.setValues({ status, ...(isOld && { comment: reasonOf(status) }) })
  }
  const effect = effectOf(known, form.values)
  return (
    <form onSubmit={submit} noValidate aria-label={messages.edit}>
      <Stack>
        <FormAlert errors={form.errors} labels={messages.fields} onJump={jump} />
        {theirs && (
          <StaleNote
            theirs={theirs}
            onTake={() => {
              settle(theirs)
              form.setValues(valuesOf(theirs))
            }}
            onKeep={() => {
              settle(theirs)
              void again()
            }}
          />
        )}
        <ClaimFields form={form} />
        <ChoiceSelect
          label={messages.fields.status}
          options={reimbursementStatuses}
          required
          description={effect || undefined}
          {...form.getInputProps('status')}
          onChange={chooseStatus}
        />
        <Textarea label={messages.fields.comment} autosize minRows={2} maxRows={8} {...form.getInputProps('comment')} />
        <ReceiptField label={messages.newFile} {...field} />
        {problem && (
          <Alert color="red" role="alert">
            {problem}
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
export const EditDrawer = ({ row, ...props }: Omit<Props, 'row'> & { row: Reimbursement | undefined }) => (
  <ClaimDrawer opened={row !== undefined} onClose={props.onClose} title={messages.edit}>
    {row && <EditForm key={row.id} row={row} {...props} />}
  </ClaimDrawer>
)
