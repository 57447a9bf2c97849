import { Alert, Anchor, Paper, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconExternalLink, IconWifiOff } from '@tabler/icons-react'
import classes from './booking.module.css'
import { messages } from './messages.ts'

// What a booking page needs; it may neither navigate this page away nor open dialogs over it.
const rights = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/** The clinic's own scheduling service, in a frame: the portal passes it nothing about the patient. */
export const ExternalWidget = ({ url }: { url: string }) => {
  const { online } = useNetwork()
  const link = (
    <Anchor href={url} target="_blank" rel="noopener noreferrer">
      {messages.external.open} <IconExternalLink size={16} aria-hidden style={{ verticalAlign: '-2px' }} />
    </Anchor>
  )
  return (
    <Stack gap="sm">
      <Text size="sm">
        {messages.external.trouble} {link}
      </Text>
      {online ? (
        <Paper withBorder radius="lg" style={{ overflow: 'hidden' }}>
          <iframe
            src={url}
            title={messages.external.frame}
            sandbox={rights}
            referrerPolicy="no-referrer"
            className={classes.frame}
          />
        </Paper>
      ) : (
        <Alert color="amber" role="status" icon={<IconWifiOff aria-hidden />}>
          {messages.external.offline}
        </Alert>
      )}
    </Stack>
  )
}
