import { Menu } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import { type Density, useDensity } from '../list/density.ts'

const options = Object.entries(messages.shell.densities) as [Density, string][]

/** Menu entries: how close the rows of tables stand. */
export const DensityItems = () => {
  const [density, setDensity] = useDensity()
  return (
    <Menu.RadioGroup value={density} onChange={(value) => setDensity(value as Density)}>
      {options.map(([value, label]) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
