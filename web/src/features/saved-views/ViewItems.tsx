import type { SavedView, ViewFilters } from '@fornix/contract'
import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import { ButtonTarget } from '../../ui/dialog/ButtonTarget.tsx'
import type { MenuOfButton } from '../../ui/dialog/use-menu-button.ts'
import { messages } from './messages.ts'

/** The list's address with these filters, and nothing else of the current one. */
const addressOf = (filters: ViewFilters) => ({ search: new URLSearchParams(filters).toString() })

type Props = MenuOfButton & { views: readonly SavedView[] | undefined; isError: boolean; onManage: () => void }

/** The menu of the views button. */
export const ViewItems = ({ views, isError, onManage, button, ...menu }: Props) => (
  <Menu position="bottom-start" withinPortal {...menu}>
    <Menu.Target>
      <ButtonTarget button={button} />
    </Menu.Target>
    <Menu.Dropdown>
      {isError && <Menu.Label role="alert">{messages.failed}</Menu.Label>}
      {views?.map(({ view_id, name, filters }) => (
        <Menu.Item key={view_id} component={Link} to={addressOf(filters)}>
          {name}
        </Menu.Item>
      ))}
      {views && views.length > 0 && <Menu.Divider />}
      <Menu.Item onClick={onManage}>{messages.manage}</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
