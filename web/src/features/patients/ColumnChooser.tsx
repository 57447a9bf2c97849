import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { ChooserProps } from './ColumnChoice.tsx'
import { staffMessages } from './staff-messages.ts'

const ColumnChoice = lazyDialog(async () => (await import('./ColumnChoice.tsx')).ColumnChoice, { opened: false })

/** Which columns the list shows. */
export const ColumnChooser = (props: ChooserProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconColumns3 size={18} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {staffMessages.chooser.button}
      </Button>
      <ColumnChoice {...props} opened={opened} onClose={() => setOpened(false)} button={button} />
    </>
  )
}
