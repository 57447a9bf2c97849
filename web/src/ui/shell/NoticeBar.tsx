import { Alert, Button, Container } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import { dismissNotice, useNotice } from '../../platform/base/notice.ts'
import { openNewVersion } from '../../platform/http/service-worker.ts'

/**
 * The message that an earlier page left for this one; it stays until closed or until somebody signs in. `inset`: on pages that set their
 * own width.
 */
export const NoticeBar = ({ inset = false }: { inset?: boolean }) => {
  const notice = useNotice()
  return (
    <div role="status">
      {notice && (
        <Container {...(inset ? { size: 'lg', pt: 'md' } : { fluid: true, px: 0, pb: 'md' })}>
          <Alert
            color="blue"
            icon={<IconInfoCircle aria-hidden />}
            withCloseButton
            closeButtonLabel={messages.shell.dismiss}
            onClose={dismissNotice}
          >
            {messages.notice[notice]}
            {(notice === 'newVersion' || notice === 'missingPart') && (
              <Button variant="subtle" size="compact-sm" ml="xs" onClick={openNewVersion}>
                {messages.error.reload}
              </Button>
            )}
          </Alert>
        </Container>
      )}
    </div>
  )
}
