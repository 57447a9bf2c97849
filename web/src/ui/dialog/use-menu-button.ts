import { useId, useRef, useState } from 'react'

/** A button whose menu may come later, and what the two have to know of each other. */
export const useMenuButton = () => {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [opened, setOpened] = useState(false)
  const onClick = () => setOpened(!opened)
  return {
    button: { ref: button, id, onClick, 'aria-haspopup': 'menu', 'aria-expanded': opened } as const,
    menu: { button, id, opened, onChange: setOpened },
  }
}
export type MenuOfButton = ReturnType<typeof useMenuButton>['menu']
