import { Button } from '@mantine/core'
import { useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { isMissingPart, OutdatedProgram } from '../../platform/http/program.ts'
import { EmptyState } from './EmptyState.tsx'
import type { Tone } from './tones.tsx'

const factsOf = (error: unknown): { text: string; tone: Tone } => {
  if (error instanceof OutdatedProgram) return { text: messages.error.chunk, tone: 'outdated' }
  return isMissingPart(error)
    ? { text: messages.notice.missingPart, tone: 'outdated' }
    : { text: messages.error.page, tone: 'failure' }
}

/** Reloading also brings the parts of a new version, but loses what was typed beside this one: first comes another try. */
const Again = ({ retry }: { retry: () => Promise<boolean> }) => {
  const [state, setState] = useState<'failed' | 'trying' | 'failed again'>('failed')
  if (state === 'failed again') return <Reload />
  const press = async () => {
    setState('trying')
    if (!(await retry())) setState('failed again')
  }
  return (
    <Button loading={state === 'trying'} onClick={() => void press()}>
      {messages.error.retry}
    </Button>
  )
}
const Reload = () => <Button onClick={() => location.reload()}>{messages.error.reload}</Button>

/** A page, or a part of one, that could not be opened, loaded or drawn. */
export const NotOpened = ({ error, retry }: { error: unknown; retry?: () => Promise<boolean> }) => (
  <EmptyState title={messages.error.title} {...factsOf(error)}>
    {retry && isMissingPart(error) ? <Again retry={retry} /> : <Reload />}
  </EmptyState>
)
