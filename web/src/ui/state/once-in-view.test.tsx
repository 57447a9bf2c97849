import { Box } from '@mantine/core'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../testing/show.tsx'
import { OnceInView } from './OnceInView.tsx'

const Page = () => (
  <>
    <Box h="200vh" />
    <OnceInView>What lies below</OnceInView>
  </>
)

/** All observers have reported where the box is, and React has drawn what follows. */
const observed = async () => {
  const box = document.querySelector('[data-later]')
  await new Promise<void>((resolve) => {
    if (box) new IntersectionObserver(() => resolve()).observe(box)
    else resolve()
  })
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}

// One test: what somebody did on a page is remembered as long as the program runs.
test('what lies below the first screen comes when scrolled to, for a link that leads into it, and at the first key', async () => {
  const { screen } = await show(<Page />)
  const below = screen.getByText('What lies below')
  await observed()
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
  await observed()
  expect(used.screen.getByText('What lies below').query()).toBeNull()
  await userEvent.keyboard('{Tab}')
  await expect.element(used.screen.getByText('What lies below')).toBeInTheDocument()
})
