import type { PatientRow } from '@fornix/contract'
import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconArrowMerge, IconCalendarPlus, IconDots, IconExternalLink, IconMail, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { useWithheld } from '../../platform/calls/rights.ts'
import { useSession } from '../../platform/session/session.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { messages } from './messages.ts'

const texts = messages.staff.menu

/** What is done with a patient from outside the record, or, with `inRecord`, from its head. */
export const PatientMenu = ({
  patient,
  onDelete,
  inRecord = false,
}: {
  patient: Pick<PatientRow, 'patient_id' | 'first_name' | 'last_name'>
  onDelete: () => void
  inRecord?: boolean
}) => {
  const withheld = useWithheld('delete_patients')
  const isAdmin = useSession()?.audience === 'admin'
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant={inRecord ? 'default' : 'subtle'}
          color="gray"
          size={36}
          aria-label={texts.label(nameOf(patient))}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
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
        {withheld ? (
          // Not disabled for the menu, whose arrows would skip it: its reason is to be read.
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
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            {texts.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
