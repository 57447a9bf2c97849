import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { InvitePatient } from './InvitePatient.tsx'
import { messages } from './messages.ts'

/** The button of the patient list and the form behind it. */
export const AddPatient = () => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {messages.staff.patient.add}
      </Button>
      <InvitePatient opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
