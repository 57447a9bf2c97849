import { Anchor } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { useConfig } from '../../platform/calls/config.ts'
import { messages } from './messages.ts'

/** A link to the emails that a demo has sent; nothing if emails are real. */
export const DemoMailLink = () => {
  const demo = useConfig()?.demo
  if (!demo) return null
  return (
    <Anchor href="/demo/mail" target="_blank" rel="noopener">
      <IconMailOpened size={18} aria-hidden /> {messages.demoMailbox}
    </Anchor>
  )
}
