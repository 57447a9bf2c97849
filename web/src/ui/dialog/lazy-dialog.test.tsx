import { Button, Modal } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { NoticeBar } from '../shell/NoticeBar.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

type Props = { opened: boolean; onClose: () => void }
const Rules = (props: Props) => (
  <Modal title="House rules" {...props}>
    No metal.
  </Modal>
)

const Page = ({ Dialog }: { Dialog: ComponentType<Props> }) => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Read the rules</Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

/** A page with a button for a dialog that loads when the test says so. */
const open = async () => {
  let asked = 0
  const { promise, resolve: arrive } = Promise.withResolvers<ComponentType<Props>>()
  const load = () => {
    asked++
    return promise
  }
  const { screen } = await show(<Page Dialog={lazyDialog(load, { opened: false })} />)
  const button = screen.getByRole('button', { name: 'Read the rules' })
  return { screen, button, asked: () => asked, arrive: () => arrive(Rules) }
}

test('its part comes at the first sign of a person, and not for a pointer that rests', async () => {
  const { screen, button, asked, arrive } = await open()
  await expect.element(button).toBeVisible()
  dispatchEvent(new PointerEvent('pointermove'))
  expect(asked()).toBe(0)
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  await expect.poll(asked).toBe(1)
  arrive()
  await button.click()
  await expect.element(screen.getByRole('dialog', { name: 'House rules' })).toBeVisible()
  expect(asked()).toBe(1)
})

test('pressed before its part is there it opens when that comes, and gives the focus back', async () => {
  const { screen, button, arrive } = await open()
  await button.click()
  expect(screen.getByRole('dialog').elements()).toEqual([])
  arrive()
  await expect.element(screen.getByRole('dialog', { name: 'House rules' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('without a network its part is fetched when it is opened, or when the network is back', async () => {
  onlineManager.setOnline(false)
  const { button, asked } = await open()
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  await expect.element(button).toBeVisible()
  expect(asked()).toBe(0)
  onlineManager.setOnline(true)
  await expect.poll(asked).toBe(1)
})

const loadMissing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/rules.js'))

test('one whose part does not come says so when somebody opens it', async () => {
  serve({ 'HEAD *': [200, ''] })
  const { screen } = await show(
    <>
      <NoticeBar />
      <Page Dialog={lazyDialog<Props>(loadMissing, { opened: false })} />
    </>,
  )
  const sentence = screen.getByText(/This page did not load completely/)
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  await expect.element(sentence).not.toBeInTheDocument()
  const button = screen.getByRole('button', { name: 'Read the rules' })
  for (const _ of ['once', 'dismissed and pressed again']) {
    await button.click()
    await expect.element(sentence).toBeVisible()
    await screen.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(sentence).not.toBeInTheDocument()
  }
})

test('one that is never closed, such as the bar over a list, says so at the first sign of a person', async () => {
  serve({ 'HEAD *': [200, ''] })
  const Bar = lazyDialog<object>(loadMissing, {})
  const { screen } = await show(
    <>
      <NoticeBar />
      <Bar />
    </>,
  )
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  await expect.element(screen.getByText(/This page did not load completely/)).toBeVisible()
})

test('one whose part failed once opens at the next press', async () => {
  serve({ 'HEAD *': [200, ''] })
  let isHere = false
  const Dialog = lazyDialog<Props>(() => (isHere ? Promise.resolve(Rules) : loadMissing()), { opened: false })
  const { screen } = await show(
    <>
      <NoticeBar />
      <Page Dialog={Dialog} />
    </>,
  )
  const button = screen.getByRole('button', { name: 'Read the rules' })
  await button.click()
  await expect.element(screen.getByText(/This page did not load completely/)).toBeVisible()
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  isHere = true
  await button.click()
  await expect.element(screen.getByRole('dialog', { name: 'House rules' })).toBeVisible()
  await expect.element(screen.getByText(/This page did not load completely/)).not.toBeInTheDocument()
})

test('one pressed without a network says that it will open, and opens once the network is back', async () => {
  let isHere = false
  serve({ 'HEAD *': () => (isHere ? [200, ''] : 'no network') })
  const Dialog = lazyDialog<Props>(() => (isHere ? Promise.resolve(Rules) : loadMissing()), { opened: false })
  const { screen } = await show(
    <>
      <NoticeBar />
      <Page Dialog={Dialog} />
    </>,
  )
  const sentence = screen.getByText(/This will open when you are back online/)
  await screen.getByRole('button', { name: 'Read the rules' }).click()
  await expect.element(sentence).toBeVisible()
  isHere = true
  dispatchEvent(new Event('online'))
  await expect.element(screen.getByRole('dialog', { name: 'House rules' })).toBeVisible()
  await expect.element(sentence).not.toBeInTheDocument()
})
