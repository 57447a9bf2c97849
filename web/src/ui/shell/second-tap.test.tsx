import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { SecondTap } from './SecondTap.tsx'

/** A finger on an iPhone, whose browsers do not count presses, or a mouse: `nth` is its count. */
const press = (button: Element, clientX: number, nth?: number) => {
  const pointerType = nth ? 'mouse' : 'touch'
  const at = { bubbles: true, cancelable: true, detail: nth ?? 1, clientX, pointerType }
  button.dispatchEvent(new PointerEvent('pointerdown', at))
  button.dispatchEvent(new MouseEvent('click', at))
}

const Visit = ({ onCancel }: { onCancel: () => void }) => {
  const [isMoved, setMoved] = useState(false)
  return (
    <>
      <SecondTap />
      {isMoved ? (
        <button key="cancel" type="button" onClick={onCancel}>
          Cancel appointment
        </button>
      ) : (
        <button key="move" type="button" onClick={() => setMoved(true)}>
          Confirm new time
        </button>
      )}
    </>
  )
}

test('the second press of a double tap does not press what took the place of the button', async () => {
  const onCancel = vi.fn()
  const { screen } = await show(<Visit onCancel={onCancel} />)
  press(screen.getByRole('button', { name: 'Confirm new time' }).element(), 100)
  const cancel = screen.getByRole('button', { name: 'Cancel appointment' })
  await expect.element(cancel).toBeVisible()
  for (const by of [2, 3]) press(cancel.element(), 100 + by)
  expect(onCancel).not.toHaveBeenCalled()
  press(cancel.element(), 200)
  expect(onCancel).toHaveBeenCalledOnce()
})

test('of a mouse, the browser says which press is a second one', async () => {
  const onCancel = vi.fn()
  const { screen } = await show(<Visit onCancel={onCancel} />)
  press(screen.getByRole('button', { name: 'Confirm new time' }).element(), 100, 1)
  const cancel = screen.getByRole('button', { name: 'Cancel appointment' })
  await expect.element(cancel).toBeVisible()
  press(cancel.element(), 100, 2)
  expect(onCancel).not.toHaveBeenCalled()
  press(cancel.element(), 100, 1)
  expect(onCancel).toHaveBeenCalledOnce()
})

test('whoever presses the same button twice presses it twice', async () => {
  const onPress = vi.fn()
  const { screen } = await show(
    <>
      <SecondTap />
      <button type="button" onClick={onPress}>
        Next month
      </button>
    </>,
  )
  for (const by of [1, 2]) press(screen.getByRole('button').element(), 100 + by)
  expect(onPress).toHaveBeenCalledTimes(2)
})
