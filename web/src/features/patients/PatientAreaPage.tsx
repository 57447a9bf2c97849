import { careAt } from '@fornix/contract'
import { Box, Button, Collapse, Group, NavLink, Stack, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { requestLogout } from '../../platform/session/session.tsx'
import { isShared } from '../../platform/session/shared.ts'
import { messages } from './messages.ts'
import { withoutTabs } from './without-tabs.ts'

type TabName = Parameters<typeof paths.patientTab>[0]
/** A tab of the patient area, by the last part of the address; those of other features are in area-tabs.tsx. */
export type AreaTab = { value: TabName; label: string; Page: ComponentType }

const Logout = () => (
  <Button
    component={Link}
    to={paths.patientsAfterLogout}
    variant="subtle"
    color="gray"
    leftSection={<IconLogout size={16} aria-hidden />}
    onClick={(event) => {
      event.preventDefault()
      void requestLogout()
    }}
  >
    {messages.area.logout}
  </Button>
)

/**
 * /patient/{tab}: the address decides which tab is shown. Its page stays mounted at every width, so that turning a tablet loses
 * nothing that is open or selected there.
 */
export const PatientAreaPage = ({
  profile,
  tabs: others,
  unknown,
}: {
  profile: ComponentType
  tabs: AreaTab[]
  unknown: ReactNode
}) => {
  const all = [{ value: 'profile' as const, label: messages.area.profile, Page: profile }, ...others]
  const tabs = all.filter(({ value }) => isShared(careAt(paths.patientTab(value))))
  const { tab } = useParams()
  const navigate = useNavigate()
  const wide = useAtLeast('767px')
  const [opened, menu] = useDisclosure(false)
  const chosen = tabs.find(({ value }) => value === tab?.toLowerCase())
  if (!chosen) return unknown
  const { Page } = chosen
  return (
    <Tabs
      value={chosen.value}
      onChange={(value) => value && void navigate(paths.patientTab(value as TabName))}
      keepMounted={false}
      activateTabWithKeyboard={false}
    >
      {wide ? (
        <Group justify="space-between" wrap="nowrap" mb="lg">
          <Tabs.List flex={1} aria-label={messages.area.tabs}>
            {tabs.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Logout />
        </Group>
      ) : (
        <Box component="nav" mb="md" aria-label={messages.area.tabs}>
          <Button
            fullWidth
            variant="default"
            justify="space-between"
            rightSection={<IconChevronDown size={18} aria-hidden />}
            aria-expanded={opened}
            onClick={menu.toggle}
          >
            {chosen.label}
          </Button>
          <Collapse expanded={opened}>
            <Stack gap={0} pt="xs">
              {tabs.map(({ value, label }) => (
                <NavLink
                  key={value}
                  component={Link}
                  to={paths.patientTab(value)}
                  label={label}
                  active={value === chosen.value}
                  aria-current={value === chosen.value ? 'page' : undefined}
                  onClick={menu.close}
                />
              ))}
              <Logout />
            </Stack>
          </Collapse>
        </Box>
      )}
      <Tabs.Panel value={chosen.value} {...(!wide && withoutTabs)}>
        <Page />
      </Tabs.Panel>
    </Tabs>
  )
}
