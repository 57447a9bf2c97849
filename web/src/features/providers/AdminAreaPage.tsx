import { Tabs } from '@mantine/core'
import type { ComponentType } from 'react'
import { PageTitle } from '../../ui/PageTitle.tsx'
import classes from './admin-area.module.css'
import { Dashboard } from './Dashboard.tsx'
import { messages } from './messages.ts'

/** The tabs of the admin area; a later one is one more line. */
const tabs: { value: string; label: string; Panel: ComponentType }[] = [
  { value: 'dashboard', label: messages.dashboard, Panel: Dashboard },
]

/** /adminPage and /admin for a signed-in admin. */
export const Component = () => (
  <>
    <PageTitle title={messages.title} />
    <Tabs defaultValue={tabs[0]?.value ?? null} keepMounted={false}>
      <Tabs.List mb="lg" aria-label={messages.title} className={classes.tabs}>
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, Panel }) => (
        <Tabs.Panel key={value} value={value}>
          <Panel />
        </Tabs.Panel>
      ))}
    </Tabs>
  </>
)
