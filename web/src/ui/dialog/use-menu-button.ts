import { useId, useRef, useState } from 'react'

/** A button whose menu may load later, and what each must know about the other. */
export const useMenuButton = () => {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [opened, setOpened] = useState(false)
  const onClick = () => setOpened(!opened)
  return {
    button: { ref: button, id, onClick, 'aria-haspopup': 'menu', 'aria-expanded': opened } as const,
    menu: { button, id, opened, onClose: () => setOpened(false) },
  }
}
export type MenuOfButton = ReturnType<typeof useMenuButton>['menu']
