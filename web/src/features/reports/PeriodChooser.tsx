import { reportMonths } from '@fornix/contract'
import { Group, NativeSelect } from '@mantine/core'
import { DayField } from '../../ui/form/DayField.tsx'
import { messages } from './messages.ts'
import type { PeriodView } from './use-period.ts'

const texts = messages.period
const choices = [
  ...reportMonths.map((count) => ({ value: String(count), label: texts.months(count) })),
  { value: 'days', label: texts.days },
]

/** The period in days; it is kept in the address, so that a link shows the same. */
export const PeriodChooser = ({ chosen, from, to, problem, choose, setDay }: PeriodView) => (
  <Group gap="sm" align="flex-start" mb="md" className="no-print">
    <NativeSelect
      label={texts.label}
      data={choices}
      value={chosen}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
    {chosen === 'days' && (
      <>
        <DayField label={texts.from} value={from} onDay={(day) => setDay({ from: day })} />
        <DayField label={texts.to} value={to} error={problem} onDay={(day) => setDay({ to: day })} />
      </>
    )}
  </Group>
)
