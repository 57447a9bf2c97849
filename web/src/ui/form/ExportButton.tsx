import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyDialog } from '../dialog/lazy-dialog.tsx'
import type { ExportProps } from './ExportDialog.tsx'
import { WithheldTooltip, withheldProps } from './WithheldTooltip.tsx'

const ExportDialog = lazyDialog(async () => (await import('./ExportDialog.tsx')).ExportDialog, { opened: false })

type Props = ExportProps & {
  disabled: boolean
  /** Why the caller may not export; '' if they may. */
  withheld?: string
  label?: string
  size?: string
}

/** Downloads a list as a file, once the user has given a reason. */
export const ExportButton = (props: Props) => {
  const { disabled, withheld = '', label = 'Export CSV', size, ...dialog } = props
  const [opened, setOpened] = useState(false)
  return (
    <>
      <WithheldTooltip reason={withheld}>
        <Button
          variant="default"
          {...(size && { size })}
          leftSection={<IconFileDownload size={18} aria-hidden />}
          disabled={disabled && !withheld}
          onClick={() => setOpened(true)}
          {...withheldProps(withheld)}
        >
          {label}
        </Button>
      </WithheldTooltip>
      <ExportDialog {...dialog} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
