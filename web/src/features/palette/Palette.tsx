import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconArrowsVertical, IconKeyboard, IconLogout, IconSearch } from '@tabler/icons-react'
import { Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { staffPagesOf } from '../../clinic/shell/staff-pages.ts'
import { requestLogout, useSession } from '../../platform/session/session.tsx'
import { useDensity } from '../../ui/list/density.ts'
import { listAddress } from '../../ui/list/list-address.ts'
import { pressed } from '../../ui/state/absence.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { messages } from './messages.ts'
import type { PaletteAction } from './PaletteModal.tsx'
import classes from './palette.module.css'
import { useShortcuts } from './shortcuts.ts'

const PaletteModal = lazyPart(async () => (await import('./PaletteModal.tsx')).PaletteModal, pressed)
const HelpModal = lazyPart(async () => (await import('./HelpModal.tsx')).HelpModal, pressed)

type Shown = 'palette' | 'help' | null

/** The palette's button, its keys and the other shortcuts; what they open is loaded when needed. */
export const Palette = ({ actions }: { actions: readonly PaletteAction[] }) => {
  const role = useSession()?.role
  const navigate = useNavigate()
  const [density, setDensity] = useDensity()
  const [shown, setShown] = useState<Shown>(null)
  const [wanted, setWanted] = useState({ palette: false, help: false })
  const show = useCallback((which: 'palette' | 'help') => {
    setWanted((before) => ({ ...before, [which]: true }))
    setShown(which)
  }, [])
  const openPalette = useCallback(() => show('palette'), [show])
  const openHelp = useCallback(() => show('help'), [show])
  const pages = role ? staffPagesOf(role) : []
  const goTo = (letter: string) => {
    const page = pages.find(({ key }) => key === letter)
    if (page) void navigate(listAddress(page.to))
    return page !== undefined
  }
  useShortcuts({ openPalette, openHelp, goTo })

  const compact = density === 'compact'
  const all: PaletteAction[] = [
    ...actions,
    {
      label: compact ? messages.comfortable : messages.compact,
      icon: IconArrowsVertical,
      onChoose: () => setDensity(compact ? 'comfortable' : 'compact'),
    },
    { label: messages.help, icon: IconKeyboard, onChoose: openHelp },
    { label: messages.logOut, icon: IconLogout, onChoose: requestLogout },
  ]
  const close = () => setShown(null)
  return (
    <>
      <Button
        variant="default"
        visibleFrom="sm"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{messages.keys}</Kbd>}
        className={classes.button}
        onClick={openPalette}
      >
        {messages.jump}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        hiddenFrom="sm"
        aria-label={messages.jump}
        onClick={openPalette}
      >
        <IconSearch size={22} aria-hidden />
      </ActionIcon>
      <Suspense>
        {wanted.palette && <PaletteModal opened={shown === 'palette'} onClose={close} pages={pages} actions={all} />}
        {wanted.help && <HelpModal opened={shown === 'help'} onClose={close} pages={pages} />}
      </Suspense>
    </>
  )
}
