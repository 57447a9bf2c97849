import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { onlineManager } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PatientShell } from '../../clinic/shell/PatientShell.tsx'
import { axeHits } from '../../testing/axe.ts'
import { refused, type Served, serve } from '../../testing/serve.ts'
import { show, showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { Modal } from '../dialog/Modal.tsx'
import { type Absence, inPlace, pressed, required, unseen } from '../state/absence.tsx'
import { lazyPart, loadPart } from '../state/lazy-part.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { absentPage } from './OfflinePage.tsx'
import { PageTitle } from './PageTitle.tsx'
import { PageError } from './RouteError.tsx'

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/files.js')
const Files = () => <PageTitle title="Files" />
const program = 'HEAD *'

beforeEach(() => {
  signOut()
  signIn('Patient')
})
afterEach(() => {
  vi.restoreAllMocks()
  onlineManager.setOnline(true)
})

/** A dialog opened beside the page, like the feedback dialog. */
const Letter = () => {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button onClick={open}>Write to us</Button>
      <Modal title="Letter" opened={opened} onClose={close}>
        <TextInput label="Note" />
      </Modal>
    </>
  )
}
const Shell = () => (
  <>
    <Letter />
    <PatientShell />
  </>
)

/** A patient is on the home page and taps Files, which may or may not be loaded. */
const tapFiles = async (load: () => Promise<typeof Files>) => {
  const { screen } = await showRoutes(
    [
      {
        Component: Shell,
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              { path: '/profile', element: <PageTitle title="Home" /> },
              { path: '/files', lazy: async () => ({ Component: await loadPart(load, absentPage) }) },
            ],
          },
        ],
      },
    ],
    { at: '/profile' },
  )
  await screen.getByRole('link', { name: 'Files' }).first().click()
  return screen
}

test('without network the frame stays, a sentence says so, and the page comes by itself', async () => {
  let isBack = false
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isBack)
  serve({ [program]: () => (isBack ? [200, ''] : 'no network') })
  const screen = await tapFiles(async () => {
    if (!isBack) throw missing()
    return Files
  })
  const sentence = screen.getByText('This page will open as soon as the connection is back.')
  await expect.element(sentence).toBeVisible()
  await expect.element(screen.getByText('You are offline.', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('navigation', { name: 'Patient' }).first()).toBeVisible()
  expect(await axeHits()).toEqual([])

  isBack = true
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
  await expect.element(sentence).not.toBeInTheDocument()
})

test('a server that restarts is waited for', async () => {
  let isUp = false
  serve({ [program]: () => (isUp ? [200, ''] : refused(503)) })
  const screen = await tapFiles(async () => {
    if (!isUp) throw missing()
    return Files
  })
  await expect.element(screen.getByText('The portal cannot be reached right now.', { exact: true })).toBeVisible()
  isUp = true
  await expect.element(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
})

test('a new version is said to be there only when the server no longer has this one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  serve({ [program]: refused(404) })
  const screen = await tapFiles(() => Promise.reject(missing()))
  await expect.element(screen.getByText(/A new version of the portal is available/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Files' }).first()).toBeVisible()
})

test('a part that is blocked while the server answers is no new version', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  serve({ [program]: [200, ''] })
  const screen = await tapFiles(() => Promise.reject(missing()))
  await expect.element(screen.getByText(/This page did not load completely/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Files' }).first()).toBeVisible()
})

test('a part that did not come for a moment is fetched once more', async () => {
  serve({ [program]: [200, ''] })
  const load = vi.fn<() => Promise<typeof Files>>().mockRejectedValueOnce(missing()).mockResolvedValue(Files)
  const screen = await tapFiles(load)
  await expect.element(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
})

/** A form with a part that a browser remembers as missing. */
const typeBeside = async (absence: Absence) => {
  let isBack = false
  serve({ [program]: () => (isBack ? [200, ''] : 'no network') })
  const Part = lazyPart<object>(() => Promise.reject(missing()), absence)
  const { screen } = await show(
    <>
      <NoticeBar />
      <input aria-label="Note" />
      <Suspense>
        <Part />
      </Suspense>
    </>,
  )
  await screen.getByRole('textbox', { name: 'Note' }).fill('half a sentence')
  isBack = true
  window.dispatchEvent(new Event('online'))
  return screen
}

test.each([
  ['a part that is read', inPlace, true],
  ['a menu', unseen, false],
])(
  '%s that does not come even from a server that answers leaves what was typed, and offers to reload',
  async (_, absence, isAskedAgain) => {
    const screen = await typeBeside(absence)
    await expect.element(screen.getByText(/This page did not load completely/)).toBeVisible()
    if (isAskedAgain) await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('half a sentence')
  },
)

const Start = ({ Part }: { Part: ComponentType<{ onClose: () => void }> }) => {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <NoticeBar />
      <Button onClick={open}>Start scan</Button>
      <Suspense>{opened && <Part onClose={close} />}</Suspense>
    </>
  )
}

test('a dialog that is pressed for without network says that it will open, and does; dismissed, it stays closed', async () => {
  let isBack = false
  serve({ [program]: () => (isBack ? [200, ''] : 'no network') })
  const Part = lazyPart<{ onClose: () => void }>(async () => {
    if (!isBack) throw missing()
    return ({ onClose }) => <Modal opened title="Reason" onClose={onClose} />
  }, pressed)
  const { screen } = await show(<Start Part={Part} />)
  const notice = screen.getByText('This will open when you are back online.')
  await screen.getByRole('button', { name: 'Start scan' }).click()
  await expect.element(notice).toBeVisible()
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await screen.getByRole('button', { name: 'Start scan' }).click()
  await expect.element(notice).toBeVisible()
  isBack = true
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByRole('dialog', { name: 'Reason' })).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
})

test('a page that a browser remembers as missing is not loaded anew under an open dialog', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBack = false
  serve({ [program]: () => (isBack ? [200, ''] : 'no network') })
  const screen = await tapFiles(() => Promise.reject(missing()))
  await expect.element(screen.getByText(/The portal cannot be reached right now/)).toBeVisible()
  await screen.getByRole('button', { name: 'Write to us' }).click()
  const note = screen.getByRole('dialog', { name: 'Letter' }).getByRole('textbox', { name: 'Note' })
  await note.fill('half a sentence')
  isBack = true
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText(/This page did not load completely/)).toBeVisible()
  await expect.element(note).toHaveValue('half a sentence')
})

test('a page is not opened without a part that every page of records needs, such as the logout after 20 minutes', async () => {
  let status: Served = 'no network'
  serve({ [program]: () => status })
  let isHere = false
  const logout = lazyPart(async () => {
    if (!isHere) throw missing()
    return Files
  }, required)
  await expect(logout.preload()).rejects.toMatchObject({ status: 0 })
  status = [200, '']
  await expect(logout.preload()).rejects.toThrow('dynamically imported module')
  isHere = true
  await logout.preload()
})

test('a page that waits for such a part says so, and opens by itself', async () => {
  let isBack = false
  serve({ [program]: () => (isBack ? [200, ''] : 'no network') })
  const Logout = lazyPart(async () => {
    if (!isBack) throw missing()
    return Files
  }, required)
  const loader = async () => {
    await Logout.preload()
    return null
  }
  const { screen } = await showRoutes([{ path: '/files', ErrorBoundary: PageError, loader, element: <Logout /> }], {
    at: '/files',
  })
  await expect.element(screen.getByText(/The portal cannot be reached right now/)).toBeVisible()
  isBack = true
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
})

const PageWith = ({ Part }: { Part: ComponentType }) => {
  const [, goOn] = useState(0)
  return (
    <Suspense>
      <NoticeBar />
      <Button onClick={() => goOn(1)}>Go on</Button>
      <Part />
    </Suspense>
  )
}

test('it takes the place of what was drawn without it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  serve({ [program]: [200, ''] })
  let isHere = false
  const Logout = lazyPart(async () => {
    if (!isHere) throw missing()
    return Files
  }, required)
  const { screen } = await show(<PageWith Part={Logout} />)
  await expect.element(screen.getByText(/This page did not load completely/)).toBeVisible()
  isHere = true
  await Logout.preload()
  await screen.getByRole('button', { name: 'Go on' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
})

/** A form beside a part that does not come until `arrive`, though the server answers. */
const typeBesideLate = async () => {
  serve({ [program]: [200, ''] })
  let isHere = false
  const Part = lazyPart<object>(async () => {
    if (!isHere) throw missing()
    return Files
  })
  const { screen } = await show(
    <>
      <input aria-label="Note" />
      <Suspense>
        <Part />
      </Suspense>
    </>,
  )
  await expect.element(screen.getByText(/This page did not load completely/)).toBeVisible()
  const note = screen.getByRole('textbox', { name: 'Note' })
  await note.fill('half a sentence')
  const expectPart = async () => {
    await expect.element(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
    await expect.element(note).toHaveValue('half a sentence')
  }
  return {
    screen,
    expectPart,
    arrive: () => {
      isHere = true
    },
  }
}

test('a part that failed once comes by itself when the connection is back', async () => {
  const { arrive, expectPart } = await typeBesideLate()
  onlineManager.setOnline(false)
  arrive()
  onlineManager.setOnline(true)
  await expectPart()
})

test('a part that failed once comes when somebody asks for it again', async () => {
  const { screen, arrive, expectPart } = await typeBesideLate()
  arrive()
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expectPart()
})

test('a page whose part failed once is opened at the next try', async () => {
  serve({ [program]: [200, ''] })
  let isHere = false
  const Part = lazyPart(async () => {
    if (!isHere) throw missing()
    return Files
  }, absentPage)
  await expect(Part.preload()).rejects.toThrow('dynamically imported module')
  isHere = true
  await Part.preload()
  const { screen } = await show(
    <Suspense>
      <Part />
    </Suspense>,
  )
  await expect.element(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
})
