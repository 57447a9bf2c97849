import { listSavedViews, type ViewFilters } from '@fornix/contract'
import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCall } from '../../platform/calls/api.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { messages } from './messages.ts'

const ManageViews = lazyDialog(async () => (await import('./ManageViews.tsx')).ManageViews, { opened: false })

/** The address of the list with these filters, and with nothing else of the present one. */
const addressOf = (filters: ViewFilters) => ({ search: new URLSearchParams(filters).toString() })

/** The views of the patient list that the caller has saved, and the way to save `filters` as one more. */
export const SavedViews = ({ filters }: { filters: ViewFilters }) => {
  const { data, isError } = useCall(listSavedViews, {})
  const [managing, dialog] = useDisclosure()
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={18} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {messages.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isError && <Menu.Label role="alert">{messages.failed}</Menu.Label>}
          {data?.views.map(({ view_id, name, filters: kept }) => (
            <Menu.Item key={view_id} component={Link} to={addressOf(kept)}>
              {name}
            </Menu.Item>
          ))}
          {data && data.views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={dialog.open}>{messages.manage}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ManageViews opened={managing} views={data?.views ?? []} filters={filters} onClose={dialog.close} />
    </>
  )
}
