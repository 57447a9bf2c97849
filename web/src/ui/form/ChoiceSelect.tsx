import { Select, type SelectProps } from '@mantine/core'
import { translated } from '../../platform/language/t.ts'

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  options: readonly string[]
  value?: string | null
  onChange?: (chosen: string) => void
  /** What is shown of an option; the contract's word unless said. */
  labelOf?: (option: string) => string
}

/** One of a list, or nothing as the empty text. It always shows the current value, also one that is no longer offered. */
export const ChoiceSelect = ({ options, value, onChange, labelOf = translated, required = false, ...input }: Props) => {
  const offered = value && !options.includes(value) ? [...options, value] : options
  return (
    <Select
      data={offered.map((option) => ({ value: option, label: labelOf(option) }))}
      value={value || null}
      onChange={(chosen) => onChange?.(chosen ?? '')}
      clearable={!required}
      allowDeselect={!required}
      withAsterisk={required}
      {...input}
    />
  )
}
