import { useClickOutside } from '@mantine/hooks'
import { type PointerEvent, useState } from 'react'

/** Which of `count` columns a mouse is over, or a finger has touched last: that stays until it touches elsewhere. */
export const usePointedAt = (count: number) => {
  const [pointedAt, setPointedAt] = useState<number>()
  const clear = () => setPointedAt(undefined)
  const ref = useClickOutside<HTMLDivElement>(clear, ['pointerdown'])
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointedAt(Math.floor(((clientX - left) / width) * count))
  }
  return {
    pointedAt,
    ref,
    onPointerDown: follow,
    onPointerMove: follow,
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && clear(),
    // The finger scrolls the page.
    onPointerCancel: clear,
  }
}
