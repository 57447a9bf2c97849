import { downloadStudy } from '@fornix/contract'
import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../platform/calls/api.ts'
import { isProofCanceled } from '../../platform/http/failure.ts'
import { messages } from './messages.ts'

/** What to do with images that cannot be shown here. */
export const DownloadStudy = ({ study }: { study: string }) => {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const fetchAll = async () => {
    setState('busy')
    try {
      await download(downloadStudy, { params: { study } }, 'images.zip', { endless: true })
      setState('idle')
    } catch (error) {
      setState(isProofCanceled(error) ? 'idle' : 'failed')
    }
  }
  return (
    <>
      <Text>{messages.downloadInstead}</Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={state === 'busy'}
        onClick={() => void fetchAll()}
      >
        {state === 'busy' ? messages.downloading : messages.download}
      </Button>
      {state === 'failed' && <Text role="alert">{messages.downloadFailed}</Text>}
    </>
  )
}
