/** For a `ref` of what takes the place of the button that was pressed: the next Tab goes on from there, and a screen reader says it. */
export const focusOnMount = (node: HTMLElement | null) => node?.focus()
