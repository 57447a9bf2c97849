import { Menu, useMantineColorScheme } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'

const schemes = ['light', 'dark', 'auto'] as const

/** Menu entries: light, dark, or the system's setting. */
export const ThemeItems = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string | null) => setColorScheme(schemes.find((scheme) => scheme === value) ?? 'auto')
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose}>
      {schemes.map((scheme) => (
        <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick={false}>
          {messages.shell.themes[scheme]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
