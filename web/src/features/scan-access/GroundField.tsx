import { groundLabel, keysOf, type RefusalGround, refusalGroundNames, refusalGrounds } from '@fornix/contract'
import { Select } from '@mantine/core'
import type { Ref } from 'react'
import { messages } from './messages.ts'

const kinds = messages.ground.kinds
const choices = keysOf(kinds).map((kind) => ({
  group: kinds[kind],
  items: refusalGroundNames
    .filter((name) => refusalGrounds[name].kind === kind)
    .map((name) => ({ value: name, label: groundLabel(name) })),
}))

type Props = {
  field?: Ref<HTMLInputElement>
  ground: RefusalGround | null
  missing: boolean
  onChange: (ground: RefusalGround | null) => void
}

/** On which ground of the law a request is declined, and how its patient will read it. */
export const GroundField = ({ field, ground, missing, onChange }: Props) => (
  <Select
    {...(field && { ref: field })}
    label={messages.ground.label}
    placeholder={messages.ground.choose}
    required
    withAsterisk={false}
    data={choices}
    value={ground}
    maxDropdownHeight={360}
    allowDeselect={false}
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    description={ground && messages.ground.read(refusalGrounds[ground].text, refusalGrounds[ground].source)}
    error={missing && messages.ground.missing}
    onChange={onChange}
  />
)
