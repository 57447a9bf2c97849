import { keysOf } from '@fornix/contract'
import { type ComboboxItem, Input, type OptionsFilter, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { locale } from '../../platform/language/language.ts'
import { translated } from '../../platform/language/t.ts'
import { type DobParts, dobOf, partsOf } from './dob.ts'
import styles from './dob-selects.module.css'

const span = 100
const twoDigits = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1).padStart(2, '0'))
const itemOf = (value: string) => ({ value, label: value })
const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
const months = twoDigits(12).map((value, at) => ({ value, label: monthName.format(new Date(Date.UTC(2000, at, 1))) }))
const yearsUpTo = (last: number) => Array.from({ length: span + 1 }, (_, back) => String(last - back))

/**
 * Matches by number, with or without a leading zero, or by the beginning of the name: 4, 04 and "apr" are April, and 1 is January first.
 */
const matching: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase()
  const digits = wanted.replace(/^0/, '')
  const rank = ({ value, label }: ComboboxItem) => {
    const number = String(Number(value))
    if (number === digits || label.toLowerCase() === wanted) return 0
    return label.toLowerCase().startsWith(wanted) || number.startsWith(digits) ? 1 : 2
  }
  return options
    .filter((option): option is ComboboxItem => 'value' in option && rank(option) < 2)
    .sort((a, b) => rank(a) - rank(b))
}

/** The typed text, once it matches one option. */
const typedOf = (options: readonly ComboboxItem[], text: string) => {
  const wanted = text.trim().toLowerCase()
  const alike = options.filter(({ label }) => label.toLowerCase().startsWith(wanted))
  const byNumber = options.find(({ value }) => wanted !== '' && Number(value) === Number(wanted))
  return (byNumber ?? (alike.length === 1 ? alike[0] : undefined))?.value
}

type PartProps = {
  part: keyof DobParts
  readOnly: boolean
  autoComplete: string
  options: ComboboxItem[]
  value: string
  error: boolean
  onChange: (value: string | null) => void
}

/** Chosen from the list, or typed and left. */
const Part = ({ part, readOnly, autoComplete, options, value, error, onChange }: PartProps) => (
  <Select
    searchable
    readOnly={readOnly}
    filter={matching}
    selectFirstOptionOnChange
    aria-label={messages.dob[part]}
    placeholder={messages.dob[part]}
    autoComplete={autoComplete}
    data={options}
    value={value || null}
    error={error}
    onChange={onChange}
    onBlur={(event) => {
      const typed = typedOf(options, event.currentTarget.value)
      if (typed && typed !== value) onChange(typed)
    }}
  />
)

type Props = {
  /** `MM-DD-YYYY`, or null when it is not given. */
  value?: string | null
  onChange?: (value: string | null) => void
  error?: ReactNode
  label?: string
  required?: boolean
  withAsterisk?: boolean
  readOnly?: boolean
  /** `off` for somebody else's. */
  autoComplete?: string
  onBlur?: (event: React.FocusEvent<HTMLElement>) => void
}

/** A date of birth in three choices over the last hundred years. What is no real day is refused and stays to be corrected. */
export const DobSelects = ({
  value,
  onChange,
  error,
  label = messages.dob.label,
  onBlur,
  readOnly = false,
  autoComplete = 'bday',
  ...rest
}: Props) => {
  const [parts, setParts] = useState(() => partsOf(value))
  const [reported, setReported] = useState(value ?? null)
  // The form was reset or filled from elsewhere.
  if ((value ?? null) !== reported) {
    setReported(value ?? null)
    setParts(partsOf(value))
  }
  const choose = (part: keyof DobParts) => (chosen: string | null) => {
    const next = { ...parts, [part]: chosen ?? '' }
    const date = dobOf(next).value
    setParts(next)
    setReported(date)
    onChange?.(date)
  }
  const { problem } = dobOf(parts)
  const impossible = problem && translated(problem)
  const years = yearsUpTo(new Date(serverNow()).getFullYear())
  const shown = parts.year && !years.includes(parts.year) ? [...years, parts.year] : years
  const data = { month: months, day: twoDigits(31).map(itemOf), year: shown.map(itemOf) }
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
            <Part
              key={part}
              part={part}
              readOnly={readOnly}
              autoComplete={autoComplete === 'off' ? 'off' : `${autoComplete}-${part}`}
              options={data[part]}
              value={parts[part]}
              error={Boolean(impossible ?? error)}
              onChange={choose(part)}
            />
          ))}
        </div>
      </div>
    </Input.Wrapper>
  )
}
