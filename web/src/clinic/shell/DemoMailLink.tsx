import { Anchor } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import { useConfig } from '../../platform/calls/config.ts'

/** A link to the emails that a demo has sent; nothing if emails are real. */
export const DemoMailLink = () => {
  const demo = useConfig()?.demo
  if (!demo) return null
  return (
    <Anchor href="/demo/mail" target="_blank" rel="noopener">
      <IconMailOpened size={18} aria-hidden /> {messages.shell.demoMailbox}
    </Anchor>
  )
}
