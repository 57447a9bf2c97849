import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { messages } from './messages.ts'

const MarkDialog = lazyDialog(async () => (await import('./MarkDialog.tsx')).MarkDialog, { opened: false })

/** Puts a record under special care, or ends it; nobody but admins sees it. */
export const SpecialCare = ({ patientKey }: { patientKey: string }) => {
  const [opened, setOpened] = useState(false)
  if (useSession()?.audience !== 'admin') return null
  return (
    <>
      <Button
        variant="default"
        fz="sm"
        leftSection={<IconShieldLock size={16} aria-hidden />}
        onClick={() => setOpened(true)}
        className="no-print"
      >
        {messages.button}
      </Button>
      <MarkDialog patientKey={patientKey} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
