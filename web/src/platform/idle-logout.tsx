import { idleMs, idleWarningMs, keepAlive } from '@fornix/contract'
import { Button, Group, Modal, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useIdleTimer } from 'react-idle-timer'
import { send } from './api.ts'
import { messages } from './messages.ts'
import { endSession } from './session.tsx'

const keepAliveEveryMs = 60_000
const spokenAt = [60, 30, 10]
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
const stillThere = () => {
  send(keepAlive, {}).catch(() => {
    // A lost session shows itself at the next call that matters; a lost network ends when it is back.
  })
}

/** Warns after 18 minutes without typing or pointing in any tab, signs out after 20, and tells the server of activity. */
export const IdleLogout = () => {
  const [left, setLeft] = useState<number>()
  const timer = useIdleTimer({
    timeout: idleMs,
    promptBeforeIdle: idleWarningMs,
    throttle: 1000,
    crossTab: true,
    syncTimers: 500,
    name: 'fornix-idle',
    onPrompt: () => setLeft(idleWarningMs / 1000),
    onActive: () => setLeft(undefined),
    onIdle: () => endSession('idle'),
    onAction: () => {
      active.current = true
    },
  })
  const [active] = useState(() => ({ current: false }))

  // Told at the end of each minute, never sooner: so the server's time of the last activity is never before ours.
  useEffect(() => {
    const every = setInterval(() => {
      if (active.current && !timer.isPrompted()) stillThere()
      active.current = false
    }, keepAliveEveryMs)
    return () => clearInterval(every)
  }, [active, timer])

  const warned = left !== undefined
  useEffect(() => {
    if (!warned) return
    const every = setInterval(() => setLeft(Math.max(0, Math.ceil(timer.getRemainingTime() / 1000))), 1000)
    return () => clearInterval(every)
  }, [warned, timer])

  const stay = () => {
    timer.activate()
    setLeft(undefined)
    stillThere()
  }
  return (
    <Modal.Root opened={warned} onClose={stay} closeOnClickOutside={false} centered>
      <Modal.Overlay />
      <Modal.Content role="alertdialog" radius="lg">
        <Modal.Header>
          <Modal.Title>{messages.idle.title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Text>
            {messages.idle.before}
            <Text span fw={700} aria-hidden className="tabular">
              {clock(left ?? 0)}
            </Text>
            <VisuallyHidden component="span">{messages.idle.spoken}</VisuallyHidden>.
          </Text>
          <VisuallyHidden role="status">
            {left !== undefined && spokenAt.includes(left) ? messages.idle.left(left) : ''}
          </VisuallyHidden>
          <Group mt="lg" justify="flex-end">
            <Button variant="default" onClick={() => endSession('logout')}>
              {messages.idle.leave}
            </Button>
            <Button data-autofocus onClick={stay}>
              {messages.idle.stay}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
