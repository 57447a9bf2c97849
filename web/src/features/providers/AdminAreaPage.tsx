import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import classes from './admin-area.module.css'
import { Dashboard } from './Dashboard.tsx'
import { messages } from './messages.ts'
import { type ListExtras, ProviderList } from './ProviderList.tsx'

const tabs = { dashboard: messages.dashboard, operators: messages.operatorList }

/** /adminPage and /admin for a signed-in admin. */
export const AdminAreaPage = (extras: ListExtras) => {
  const [search, setSearch] = useSearchParams()
  const shown = search.get('tab') === 'operators' ? 'operators' : 'dashboard'
  return (
    <>
      <PageTitle title={messages.title} />
      <Tabs
        value={shown}
        onChange={(tab) => setSearch(tab === 'operators' ? { tab } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={messages.title} className={classes.tabs}>
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="dashboard">
          <Dashboard />
        </Tabs.Panel>
        <Tabs.Panel value="operators">
          <ProviderList {...extras} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
