import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isDay } from '../../platform/base/is-day.ts'

type Props = { label: string; value: string | undefined; error?: string | undefined; onDay: (day: string) => void }

/** A day counts only once it is typed in full. */
export const DayField = ({ label, value = '', error, onDay }: Props) => {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      error={error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        if (currentTarget.value === '' || isDay(currentTarget.value)) onDay(currentTarget.value)
      }}
    />
  )
}
