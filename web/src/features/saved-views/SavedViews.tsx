import { listSavedViews, type ViewFilters } from '@fornix/contract'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { useCall } from '../../platform/calls/api.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useMenuButton } from '../../ui/dialog/use-menu-button.ts'
import { messages } from './messages.ts'

const ManageViews = lazyDialog(async () => (await import('./ManageViews.tsx')).ManageViews, { opened: false })

const ViewItems = lazyDialog(async () => (await import('./ViewItems.tsx')).ViewItems, { opened: false })

/** The caller's saved views of the patient list, and a way to save `filters` as another. */
export const SavedViews = ({ filters }: { filters: ViewFilters }) => {
  const { data, isError } = useCall(listSavedViews, {})
  const [managing, dialog] = useDisclosure()
  const { button, menu } = useMenuButton()
  return (
    <>
      <Button
        {...button}
        variant="default"
        leftSection={<IconBookmark size={18} aria-hidden />}
        rightSection={<IconChevronDown size={16} aria-hidden />}
      >
        {messages.views}
      </Button>
      <ViewItems {...menu} views={data?.views} isError={isError} onManage={dialog.open} />
      <ManageViews opened={managing} views={data?.views ?? []} filters={filters} onClose={dialog.close} />
    </>
  )
}
