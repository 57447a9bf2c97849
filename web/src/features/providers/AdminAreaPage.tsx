import { Tabs } from '@mantine/core'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Dashboard } from './Dashboard.tsx'

/** The area of admins; its tabs stack below 600 px. */
export const Component = () => (
  <>
    <PageTitle title="Administration" />
    <Tabs defaultValue="dashboard" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="dashboard">Dashboard</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="dashboard">
        <Dashboard />
      </Tabs.Panel>
    </Tabs>
  </>
)
