import { Select, type SelectProps } from '@mantine/core'
import { translated } from '../../platform/language/t.ts'

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  options: readonly string[]
  value?: string | null
  onChange?: (chosen: string) => void
  /** The text of an option; by default the contract's word. */
  labelOf?: (option: string) => string
}

/** One option of a list, or none as the empty text. The current value always shows, even if it is no longer offered. */
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
