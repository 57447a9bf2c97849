import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useMenuButton } from '../../ui/dialog/use-menu-button.ts'
import { nameOf } from '../../ui/display/names.ts'
import type { MenuProps } from './PatientMenuItems.tsx'
import { staffMessages } from './staff-messages.ts'

const Items = lazyDialog(async () => (await import('./PatientMenuItems.tsx')).PatientMenuItems, { opened: false })

/** Actions on a patient from outside the record, or, with `inRecord`, from its header. */
export const PatientMenu = ({ inRecord = false, ...props }: Omit<MenuProps, 'inRecord'> & { inRecord?: boolean }) => {
  const { button, menu } = useMenuButton()
  return (
    <>
      <ActionIcon
        {...button}
        variant={inRecord ? 'default' : 'subtle'}
        color="gray"
        size={36}
        aria-label={staffMessages.menu.label(nameOf(props.patient))}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      <Items {...props} {...menu} inRecord={inRecord} />
    </>
  )
}
