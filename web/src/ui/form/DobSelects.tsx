import { keysOf } from '@fornix/contract'
import { Input, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { locale } from '../../platform/language/language.ts'
import { type DobParts, dobOf, partsOf } from './dob.ts'
import styles from './dob-selects.module.css'

const span = 100
const twoDigits = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1).padStart(2, '0'))
const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
const months = twoDigits(12).map((value, at) => ({ value, label: monthName.format(new Date(Date.UTC(2000, at, 1))) }))
const yearsUpTo = (last: number) => Array.from({ length: span + 1 }, (_, back) => String(last - back))

type Props = {
  /** `MM-DD-YYYY`, or null when it is not given. */
  value?: string | null
  onChange?: (value: string | null) => void
  error?: ReactNode
  label?: string
  required?: boolean
  withAsterisk?: boolean
  onBlur?: (event: React.FocusEvent<HTMLElement>) => void
}

/** A date of birth in three choices over the last hundred years. What is no real day is refused and stays to be corrected. */
export const DobSelects = ({ value, onChange, error, label = messages.dob.label, onBlur, ...rest }: Props) => {
  const [parts, setParts] = useState(() => partsOf(value))
  const [reported, setReported] = useState(value ?? null)
  // The form was reset or filled from elsewhere.
  if ((value ?? null) !== reported) {
    setReported(value ?? null)
    setParts(partsOf(value))
  }
  const choose = (part: keyof DobParts) => (chosen: string | null) => {
    const next = { ...parts, [part]: chosen ?? '' }
    const result = dobOf(next)
    setParts(next)
    // A form must not save the day before while the new one is unfinished: the rules refuse the text as it stands.
    const date = result === undefined ? `${next.month}-${next.day}-${next.year}` : result
    setReported(date)
    onChange?.(date)
  }
  const complete = parts.month && parts.day && parts.year
  const impossible = complete && dobOf(parts) === undefined ? messages.dob.impossible : undefined
  const years = yearsUpTo(new Date().getFullYear())
  const shown = parts.year && !years.includes(parts.year) ? [...years, parts.year] : years
  const data = { month: months, day: twoDigits(31), year: shown }
  return (
    <Input.Wrapper
      role="group"
      aria-label={label}
      label={label}
      labelElement="div"
      error={impossible ?? error}
      onBlur={onBlur}
      withAsterisk={rest.withAsterisk ?? rest.required ?? false}
    >
      <div className={styles.room}>
        <div className={styles.parts}>
          {keysOf(data).map((part) => (
            <Select
              key={part}
              searchable
              error={Boolean(impossible ?? error)}
              aria-label={messages.dob[part]}
              placeholder={messages.dob[part]}
              autoComplete={`bday-${part}`}
              data={data[part]}
              value={parts[part] || null}
              onChange={choose(part)}
            />
          ))}
        </div>
      </div>
    </Input.Wrapper>
  )
}
