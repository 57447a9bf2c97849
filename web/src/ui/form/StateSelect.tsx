import { states } from '@fornix/contract'
import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { messages } from '../../platform/base/messages.ts'

const options = Object.entries(states).map(([value, name]) => ({ value, label: `${value} – ${name}` }))

/** Matches the beginning of the letters or of a word of the name; matches at the start come first: "MA" is Massachusetts. */
const matching: OptionsFilter = ({ options: all, search }) => {
  const wanted = search.trim().toLowerCase()
  const rank = ({ value, label }: ComboboxItem) => {
    const [, name = ''] = label.toLowerCase().split(' – ')
    if (value.toLowerCase() === wanted || label.toLowerCase() === wanted) return 0
    return name.startsWith(wanted) ? 1 : name.includes(` ${wanted}`) ? 2 : 3
  }
  return all
    .filter((option): option is ComboboxItem => 'value' in option && rank(option) < 3)
    .sort((a, b) => rank(a) - rank(b))
}

/** One of the 50 states, by its two letters or its name; empty for none. */
export const StateSelect = (props: Omit<SelectProps, 'data' | 'onChange'> & { onChange?: (state: string) => void }) => {
  const [isEmpty, setEmpty] = useState(true)
  const search = (text: string) => {
    setEmpty(text.trim() === '')
    if (text === '' && props.value) props.onChange?.('')
  }
  return (
    <Select
      label={messages.state.label}
      placeholder={messages.state.placeholder}
      autoComplete="address-level1"
      searchable
      filter={matching}
      selectFirstOptionOnChange
      // A user who cleared the field wants no state, not the first.
      autoSelectOnBlur={!isEmpty}
      onSearchChange={search}
      data={options}
      nothingFoundMessage={messages.state.none}
      {...props}
      value={props.value || null}
      onChange={(state) => props.onChange?.(state ?? '')}
    />
  )
}
