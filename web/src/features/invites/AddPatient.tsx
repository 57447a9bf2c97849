import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { staffMessages } from './staff-messages.ts'

const InvitePatient = lazyDialog(async () => (await import('./InvitePatient.tsx')).InvitePatient, { opened: false })

/** The patient list's button and its form. */
export const AddPatient = () => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {staffMessages.patient.add}
      </Button>
      <InvitePatient opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
