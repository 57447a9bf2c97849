import { Button } from '@mantine/core'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'

const middleOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

// Screens in tests have no transitions, as with reduced motion.
test('the ring of a button that waits stands in its middle', async () => {
  const { screen } = await show(<Button loading>Save</Button>)
  const button = screen.getByRole('button').element()
  const ring = button.querySelector('.mantine-Button-loader')
  if (!ring) throw new Error('The button shows no ring')
  const [one, other] = [middleOf(ring), middleOf(button)]
  expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeLessThan(2)
})
