import { Button, Group, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { beforeSwitching } from '../../platform/base/before-leaving.ts'
import { forgetDrafts } from '../../platform/drafts/draft-keeper.ts'
import { currentSession, sameSession } from '../../platform/session/session-store.ts'
import { Modal } from '../dialog/Modal.tsx'
import { messages } from './messages.ts'

const Unsaved = createContext<(id: string, dirty: boolean) => void>(() => {})

/** Tells the guard around the page whether this part holds changes that were not saved. */
export const useUnsaved = (id: string, dirty: boolean) => {
  const report = useContext(Unsaved)
  useEffect(() => {
    report(id, dirty)
    return () => report(id, false)
  }, [report, id, dirty])
}

type Texts = { title: string; text: string; stay: string; leave: string }

/** Asks before leaving with unsaved changes. One for a page: a router holds a single blocker. */
export const UnsavedGuard = ({ children, texts = messages.leave }: { children: ReactNode; texts?: Texts }) => {
  const [dirtyIds, setDirtyIds] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback((id: string, dirty: boolean) => {
    setDirtyIds((ids) => {
      if (ids.has(id) === dirty) return ids
      const next = new Set(ids)
      if (dirty) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  const anyDirty = dirtyIds.size > 0
  const [answer, setAnswer] = useState<(mayLeave: boolean) => void>()
  const [isSame] = useState(sameSession)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // A session that has ended, or has become another, leaves at once: the record must not stay on the screen.
    if (!currentSession() || !isSame()) return false
    const from = currentLocation.pathname + currentLocation.search
    return anyDirty && from !== nextLocation.pathname + nextLocation.search
  })
  useEffect(() => {
    if (!anyDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [anyDirty])
  useEffect(
    () => (anyDirty ? beforeSwitching(() => new Promise((resolve) => setAnswer(() => resolve))) : undefined),
    [anyDirty],
  )
  const stay = () => {
    blocker.reset?.()
    answer?.(false)
    setAnswer(undefined)
  }
  const leave = () => {
    void forgetDrafts()
    blocker.proceed?.()
    answer?.(true)
    setAnswer(undefined)
  }
  return (
    <Unsaved value={report}>
      {children}
      <Modal opened={blocker.state === 'blocked' || answer !== undefined} onClose={stay} title={texts.title}>
        <Text mb="md">{texts.text}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={leave}>
            {texts.leave}
          </Button>
          <Button data-autofocus onClick={stay}>
            {texts.stay}
          </Button>
        </Group>
      </Modal>
    </Unsaved>
  )
}
