import { states } from '@fornix/contract'
import { Select, type SelectProps } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'

const options = Object.entries(states).map(([value, name]) => ({ value, label: `${value} – ${name}` }))

/** One of the 50 states, by its two letters or its name. */
export const StateSelect = (props: Omit<SelectProps, 'data'>) => (
  <Select
    label={messages.state.label}
    placeholder={messages.state.placeholder}
    autoComplete="address-level1"
    searchable
    data={options}
    {...props}
    value={props.value || null}
  />
)
