import { reimbursementCategories } from '@fornix/contract'
import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useSession } from '../../platform/session/session.tsx'
import { ChoiceSelect } from '../../ui/form/ChoiceSelect.tsx'
import { TypedDayField } from '../../ui/form/TypedDayField.tsx'
import { messages } from './messages.ts'
import type { Claim } from './use-reimbursements.ts'

type Props = { form: Pick<UseFormReturnType<Claim>, 'getInputProps'> }

/** Patients see questions; staff see field names. */
export const useFieldLabels = () =>
  useSession()?.audience === 'patient' ? messages.fields : { ...messages.fields, expense_date: messages.expenseDate }

/** How much, for what, and of which kind. */
export const ClaimFields = ({ form }: Props) => {
  const labels = useFieldLabels()
  return (
    <>
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
      <TypedDayField label={labels.expense_date} {...form.getInputProps('expense_date')} />
    </>
  )
}
