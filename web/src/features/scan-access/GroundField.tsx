import { groundLabel, keysOf, type RefusalGround, refusalGroundNames, refusalGrounds } from '@fornix/contract'
import { Select, type SelectProps } from '@mantine/core'
import { messages } from './messages.ts'

const kinds = messages.ground.kinds
const choices = keysOf(kinds).map((kind) => ({
  group: kinds[kind],
  items: refusalGroundNames
    .filter((name) => refusalGrounds[name].kind === kind)
    .map((name) => ({ value: name, label: groundLabel(name) })),
}))

type Props = Omit<SelectProps<RefusalGround>, 'value'> & { value: RefusalGround | null }

/** On which ground of the law a request is declined, and how its patient will read it. */
export const GroundField = (props: Props) => (
  <Select<RefusalGround>
    label={messages.ground.label}
    placeholder={messages.ground.choose}
    required
    withAsterisk={false}
    data={choices}
    maxDropdownHeight={360}
    allowDeselect={false}
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    description={
      props.value && messages.ground.read(refusalGrounds[props.value].text, refusalGrounds[props.value].source)
    }
    {...props}
  />
)
