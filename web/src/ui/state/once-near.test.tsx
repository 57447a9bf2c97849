import { Box } from '@mantine/core'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../testing/show.tsx'
import { OnceNear } from './OnceNear.tsx'

const Page = () => (
  <>
    <Box h="200vh" />
    <OnceNear>What lies below</OnceNear>
  </>
)

// One test: what somebody did on a page is remembered as long as the program runs.
test('what lies below the first screen comes when scrolled to, for a link that leads into it, and at the first key', async () => {
  const { screen } = await show(<Page />)
  const below = screen.getByText('What lies below')
  // The observer has reported by then that it is out of view.
  await new Promise((resolve) => requestIdleCallback(resolve))
  expect(below.query()).toBeNull()
  scrollTo(0, document.body.scrollHeight)
  await expect.element(below).toBeVisible()
  scrollTo(0, 0)
  await expect.element(below).toBeInTheDocument()
  await screen.unmount()

  const linked = await show(<Page />, { at: '/profile?patient=P-1#medical-information' })
  await expect.element(linked.screen.getByText('What lies below')).toBeInTheDocument()
  await linked.screen.unmount()

  const used = await show(<Page />)
  expect(used.screen.getByText('What lies below').query()).toBeNull()
  await userEvent.keyboard('{Tab}')
  await expect.element(used.screen.getByText('What lies below')).toBeInTheDocument()
})
