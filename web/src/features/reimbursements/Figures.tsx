import { Card, SimpleGrid, Text } from '@mantine/core'
import { messages } from './messages.ts'
import { dueOf, formatMoney } from './money.ts'
import styles from './reimbursements.module.css'

type Totals = { reimbursement_amount: string; paid_reimbursement_amount: string }

/** The amount requested, and what is still to be paid. */
export const Figures = ({
  totals: { data: totals, isError },
}: {
  totals: { data: Totals | undefined; isError: boolean }
}) => {
  const meanwhile = isError ? messages.unknownTotal : '…'
  const { reimbursement_amount: total = '0.00', paid_reimbursement_amount: paid = '0.00' } = totals ?? {}
  const shown = [
    [messages.total, formatMoney(total), messages.totalHint],
    [messages.due, formatMoney(dueOf(total, paid)), messages.dueHint],
  ] as const
  return (
    <SimpleGrid className={styles.figures} component="dl" m={0}>
      {shown.map(([label, amount, hint]) => (
        <Card key={label} component="div" p="md">
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fz={24} fw={700} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {totals ? amount : meanwhile}
          </Text>
          <Text component="dd" m={0} size="sm" c="dimmed">
            {hint}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  )
}
