import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { messages } from '../platform/messages.ts'

const looks = [
  { scheme: 'light', Icon: IconSun },
  { scheme: 'dark', Icon: IconMoon },
  { scheme: 'auto', Icon: IconDeviceDesktop },
] as const

/** Menu entries: light, dark, or as the system says. */
export const ThemeItems = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return looks.map(({ scheme, Icon }) => (
    <Menu.Item
      key={scheme}
      role="menuitemradio"
      aria-checked={colorScheme === scheme}
      closeMenuOnClick={false}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={colorScheme === scheme && <IconCheck size={16} aria-hidden />}
      onClick={() => setColorScheme(scheme)}
    >
      {messages.shell.themes[scheme]}
    </Menu.Item>
  ))
}
