import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../testing/show.tsx'
import { WhoWeServe } from './WhoWeServe.tsx'

const open = async () => {
  const { screen } = await show(<WhoWeServe />)
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Who We Serve' })).toBeVisible()
  const shows = async (number: number, name: string) => {
    await expect.element(screen.getByRole('status')).toHaveTextContent(`Slide ${number} of 4`)
    await expect.element(screen.getByRole('heading', { name })).toBeInViewport()
  }
  const press = (name: string) => screen.getByRole('button', { name }).click()
  return { shows, press }
}

const names = ['Hospitals', 'Imaging Centers', 'Research Facilities', 'Clinics']

test('the arrow keys turn the slides, from the buttons and from the slides themselves, and wrap', async () => {
  const { shows, press } = await open()
  await shows(1, 'Hospitals')
  await press('Next slide')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await shows(4, 'Clinics')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  await shows(1, 'Hospitals')
})

test('the carousel wraps forwards from the last slide to the first', async () => {
  const { shows, press } = await open()
  for (const [index, name] of names.entries()) {
    await shows(index + 1, name)
    await press('Next slide')
  }
  await shows(1, 'Hospitals')
})

test('the carousel wraps backwards from the first slide to the last', async () => {
  const { shows, press } = await open()
  await shows(1, 'Hospitals')
  await press('Previous slide')
  await shows(4, 'Clinics')
})
