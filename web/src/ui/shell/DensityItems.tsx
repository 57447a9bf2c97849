import { Menu } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import { oneOf } from '../../platform/base/one-of.ts'
import { densities, useDensity } from '../list/density.ts'

/** Menu entries for the density of table rows. */
export const DensityItems = () => {
  const [density, setDensity] = useDensity()
  return (
    <Menu.RadioGroup value={density} onChange={(value) => setDensity(oneOf(densities, value) ?? density)}>
      {densities.map((value) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
          {messages.shell.densities[value]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
