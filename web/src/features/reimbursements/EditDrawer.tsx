import {
  claimNewsOf,
  dollars,
  keysOf,
  pick,
  type Reimbursement,
  ReimbursementChange,
  reimbursementStatuses,
  statusesForTwo,
  statusesWithReason,
  updateReimbursement,
} from '@fornix/contract'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconEye } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { oneOf } from '../../platform/base/one-of.ts'
import { useTwoPersonAmount } from '../../platform/calls/rights.ts'
import { failureSentence, isForReader, staleBodyOf } from '../../platform/http/failure.ts'
import { t } from '../../platform/language/t.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { FileContent } from '../../ui/file/FileContent.tsx'
import { ChoiceSelect } from '../../ui/form/ChoiceSelect.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { typedForm } from '../../ui/form/TypedDayField.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { ClaimDrawer } from './ClaimDrawer.tsx'
import { ClaimFields, useFieldLabels } from './ClaimFields.tsx'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import { ReceiptField } from './ReceiptField.tsx'
import { StaleNote } from './StaleNote.tsx'
import { useReceipt } from './use-receipt.ts'
import type { Claim } from './use-reimbursements.ts'
import { WaitingPanel } from './WaitingPanel.tsx'

type Values = Claim & Pick<Reimbursement, 'status' | 'comment'>
const rules = updateReimbursement.upload!
const valuesOf = ({ amount, description, category, expense_date, status, comment }: Reimbursement): Values => ({
  amount,
  description,
  category,
  expense_date: typedForm(expense_date),
  status,
  comment,
})

type Props = {
  row: Reimbursement
  change: (id: string, body: Record<string, unknown>, file: File | undefined) => Promise<Reimbursement>
  receipt: (row: Reimbursement) => Promise<Blob>
  onClose: () => void
  onDone: (saved: Reimbursement) => void
}

/** As the server: no one can approve, take back or reduce a larger payment alone. */
const needsTwo = (limit: string, before: Reimbursement, { status, amount }: Values) =>
  (before.status === 'Paid' && Number(before.amount) > Number(limit)) ||
  (statusesForTwo.includes(status) && Number(amount) > Number(limit))

const effectOf = (before: Reimbursement, values: Values, limit: string | null) => {
  const { status, amount } = values
  if (limit !== null && needsTwo(limit, before, values)) return messages.waiting.hint(formatMoney(limit))
  const news = claimNewsOf(before, values)
  if (news !== 'status') return news ? messages.effect.told : ''
  if (status === 'Paid') return messages.effect.paid(formatMoney(amount))
  return before.status === 'Paid' ? messages.effect.unpaid : messages.effect.other
}

/** In any spelling; of text that is no amount, false. */
const isSameAmount = (typed: string, amount: string) => Number(dollars.safeParse(typed).data) === Number(amount)

/** Only changed fields are sent: an echoed value would overwrite somebody else's decision. */
const changesOf = (row: Reimbursement, values: Values): Partial<Values> => {
  const before = valuesOf(row)
  const isChanged = (name: keyof Values) =>
    name === 'amount' ? !isSameAmount(values.amount, before.amount) : values[name] !== before[name]
  // A reason belongs to its status, and is sent with it.
  const isSent = (name: keyof Values) => isChanged(name) || (name === 'comment' && isChanged('status'))
  return pick(values, keysOf(before).filter(isSent))
}

/** The form, and what somebody else has saved since it was opened. */
const useClaimEdit = ({ row, change, onDone }: Pick<Props, 'row' | 'change' | 'onDone'>) => {
  const [current, setCurrent] = useState(row)
  const [conflicting, setConflicting] = useState<Reimbursement>()
  const { file, field, keyNow, answers, isPreparing } = useReceipt(rules)
  const form = useForm<Values>({
    initialValues: valuesOf(row),
    validate: (values) => ({
      ...schemaResolver(ReimbursementChange)(values),
      ...(statusesWithReason.includes(values.status) && values.comment.trim() === ''
        ? { comment: t('Please give a reason') }
        : {}),
    }),
    validateInputOnBlur: true,
  })
  // Read by a request sent in the same moment, before the next render.
  const latest = useRef(row)
  const { again, ...sending } = useSubmit(
    form,
    (values) => change(row.id, { ...changesOf(latest.current, values), version: latest.current.version }, file),
    {
      sentAlong: keyNow,
      onDone,
      sentence: (error) => failureSentence(error, messages.saveFailed, isForReader),
      handled: (error) => {
        const stale = staleBodyOf<Reimbursement>(error, 'reimbursement')
        if (stale) setConflicting(stale)
        return stale !== undefined || answers(error, [413, 415])
      },
    },
  )
  const reset = (now: Reimbursement, mine: Partial<Values> = {}) => {
    latest.current = now
    setCurrent(now)
    setConflicting(undefined)
    form.setValues({ ...valuesOf(now), ...mine })
  }
  // A reason belongs to its status: one not typed now is not carried over to another status.
  const reasonOf = (status: string) => (status === current.status ? current.comment : '')
  const chooseStatus = (chosen: string) => {
    const status = oneOf(reimbursementStatuses, chosen) ?? current.status
    const isOld = form.values.comment === reasonOf(form.values.status)
    sending.fields.setValues({ status, ...(isOld && { comment: reasonOf(status) }) })
  }
  return {
    ...sending,
    form,
    field,
    isPreparing,
    current,
    conflicting,
    chooseStatus,
    takeConflicting: (now: Reimbursement) => reset(now),
    keepOwn: (now: Reimbursement) => {
      reset(now, changesOf(latest.current, form.getValues()))
      void again()
    },
  }
}

const EditForm = ({ row, change, receipt, onClose, onDone }: Props) => {
  const edit = useClaimEdit({ row, change, onDone })
  const { form, fields, current, conflicting, problem } = edit
  const limit = useTwoPersonAmount()
  // What cannot be saved has no effect.
  const { data: amount } = dollars.safeParse(form.values.amount)
  const effect = amount === undefined ? '' : effectOf(current, { ...form.values, amount }, limit)
  return (
    <>
      <Receipt row={conflicting ?? current} receipt={receipt} />
      <form onSubmit={edit.submit} noValidate aria-label={messages.edit}>
        <Stack>
          <FormAlert errors={form.errors} labels={useFieldLabels()} onJump={edit.jump} />
          {conflicting && (
            <StaleNote
              base={current}
              theirs={conflicting}
              onTake={() => edit.takeConflicting(conflicting)}
              onKeep={() => edit.keepOwn(conflicting)}
            />
          )}
          <WaitingPanel row={current} decide={(body) => change(row.id, body, undefined)} onDone={onDone} />
          <ClaimFields form={fields} />
          <ChoiceSelect
            label={messages.fields.status}
            options={reimbursementStatuses}
            required
            description={effect || undefined}
            {...fields.getInputProps('status')}
            onChange={edit.chooseStatus}
          />
          <Textarea
            label={messages.fields.comment}
            autosize
            minRows={2}
            maxRows={8}
            {...fields.getInputProps('comment')}
          />
          <ReceiptField label={messages.newFile} disabled={edit.isSending} {...edit.field} />
          {problem && <ErrorAlert>{problem}</ErrorAlert>}
          <Group gap="sm">
            <Button type="submit" loading={form.submitting} disabled={edit.isPreparing}>
              {messages.save}
            </Button>
            <Button variant="default" onClick={onClose} disabled={form.submitting}>
              {messages.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  )
}

/** The receipt above the fields that were read from it. */
const Receipt = ({ row, receipt }: Pick<Props, 'row' | 'receipt'>) => {
  const [shown, setShown] = useState(false)
  if (row.scan_state === 'quarantined') return null
  return (
    <div>
      <Button
        variant="default"
        mb="sm"
        leftSection={<IconEye size={18} aria-hidden />}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? messages.hideReceipt : messages.showReceipt}
      </Button>
      {shown && <FileContent key={row.file_id} file={row} read={receipt} alt={messages.picture(row.file_name)} />}
    </div>
  )
}

/** The form for editing a request; Cancel leaves it as it was. */
export const EditDrawer = ({ row, ...props }: Omit<Props, 'row'> & { row: Reimbursement | undefined }) => (
  <ClaimDrawer opened={row !== undefined} onClose={props.onClose} title={messages.edit}>
    {row && <EditForm key={row.id} row={row} {...props} />}
  </ClaimDrawer>
)
