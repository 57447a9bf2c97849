import type { PatientRow } from '@fornix/contract'
import { Menu, Text } from '@mantine/core'
import { IconArrowMerge, IconCalendarPlus, IconExternalLink, IconId, IconMail, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { useWithheld } from '../../platform/calls/rights.ts'
import { useSession } from '../../platform/session/session.tsx'
import { ButtonTarget } from '../../ui/dialog/ButtonTarget.tsx'
import type { MenuOfButton } from '../../ui/dialog/use-menu-button.ts'
import { staffMessages } from './staff-messages.ts'

const texts = staffMessages.menu

export type MenuProps = {
  patient: Pick<PatientRow, 'patient_id' | 'first_name' | 'last_name'>
  onDelete: () => void
  inRecord: boolean
}
/** The items of a patient's menu. */
export const PatientMenuItems = ({ patient, onDelete, inRecord, button, ...menu }: MenuProps & MenuOfButton) => {
  const withheld = useWithheld('delete_patients')
  const isAdmin = useSession()?.audience === 'admin'
  return (
    <Menu position="bottom-end" withinPortal {...menu}>
      <Menu.Target>
        <ButtonTarget button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {!inRecord && (
          <>
            <Menu.Item
              component={Link}
              to={recordAddress(patient.patient_id)}
              target="_blank"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {texts.newWindow}
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={recordAddress(patient.patient_id, 'appointment')}
              leftSection={<IconCalendarPlus size={16} aria-hidden />}
            >
              {texts.book}
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={recordAddress(patient.patient_id, 'email')}
              leftSection={<IconMail size={16} aria-hidden />}
            >
              {texts.email}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {inRecord && isAdmin && (
          <Menu.Item
            component={Link}
            to={`${paths.mergeRecords}?${new URLSearchParams({ patient: patient.patient_id })}`}
            leftSection={<IconArrowMerge size={16} aria-hidden />}
          >
            {texts.merge}
          </Menu.Item>
        )}
        {inRecord && (
          <Menu.Item component={Link} to={paths.confirmIdentity} leftSection={<IconId size={16} aria-hidden />}>
            {texts.confirmIdentity}
          </Menu.Item>
        )}
        {withheld ? (
          // Not disabled for the menu, whose arrow keys would skip it: its reason must be readable.
          <Menu.Item
            aria-disabled
            c="dimmed"
            maw={280}
            leftSection={<IconTrash size={16} aria-hidden />}
            closeMenuOnClick={false}
          >
            {texts.remove}
            <Text size="xs">{withheld}</Text>
          </Menu.Item>
        ) : (
          <Menu.Item
            color="red"
            c="var(--mantine-color-red-light-color)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={onDelete}
          >
            {texts.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
