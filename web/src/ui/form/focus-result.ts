/**
 * Moves the focus to what a response was about: the button that was pressed may be gone or disabled by then.
 * A user who is typing, or has opened a dialog, keeps the focus there.
 */
export const focusResult = (place: HTMLElement | null | undefined) => {
  const elsewhere = document.activeElement?.closest('input, textarea, select, [contenteditable], [role=dialog]')
  if (!elsewhere || elsewhere.contains(place ?? null)) place?.focus()
}
