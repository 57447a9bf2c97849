/** Everything the viewer does, with the key that does it and the words on its button: one table for keyboard, buttons and key list. */
export const commands = [
  { action: 'next', group: 'slice', key: 'ArrowUp', shown: '↑', label: 'Next slice' },
  { action: 'previous', group: 'slice', key: 'ArrowDown', shown: '↓', label: 'Previous slice' },
  { action: 'forward', group: 'slice', key: 'PageUp', shown: 'PgUp', label: 'Five forward' },
  { action: 'back', group: 'slice', key: 'PageDown', shown: 'PgDn', label: 'Five back' },
  { action: 'last', group: 'slice', key: 'End', shown: 'End', label: 'Last slice' },
  { action: 'first', group: 'slice', key: 'Home', shown: 'Home', label: 'First slice' },
  { action: 'axial', group: 'layout', key: '1', shown: '1', label: 'Axial' },
  { action: 'coronal', group: 'layout', key: '2', shown: '2', label: 'Coronal' },
  { action: 'sagittal', group: 'layout', key: '3', shown: '3', label: 'Sagittal' },
  { action: 'planes', group: 'layout', key: '4', shown: '4', label: 'Planes and 3D' },
  { action: 'solid', group: 'layout', key: '5', shown: '5', label: '3D' },
  { action: 'drag', group: 'window', key: 'w', shown: 'W', label: 'Drag sets window' },
  { action: 'brighter', group: 'window', key: '+', shown: '+', label: 'Brighter' },
  { action: 'darker', group: 'window', key: '-', shown: '−', label: 'Darker' },
  { action: 'harder', group: 'window', key: ']', shown: ']', label: 'More contrast' },
  { action: 'softer', group: 'window', key: '[', shown: '[', label: 'Less contrast' },
  { action: 'left', group: 'crosshair', key: 'ArrowLeft', shown: '←', label: 'Left' },
  { action: 'right', group: 'crosshair', key: 'ArrowRight', shown: '→', label: 'Right' },
  { action: 'up', group: 'crosshair', key: 'Shift+ArrowUp', shown: 'Shift ↑', label: 'Up' },
  { action: 'down', group: 'crosshair', key: 'Shift+ArrowDown', shown: 'Shift ↓', label: 'Down' },
  { action: 'larger', group: 'size', key: 'z', shown: 'Z', label: 'Zoom in' },
  { action: 'smaller', group: 'size', key: 'x', shown: 'X', label: 'Zoom out' },
  { action: 'reset', group: 'size', key: 'r', shown: 'R', label: 'Reset' },
  { action: 'save', group: 'keep', key: 's', shown: 'S', label: 'Save this picture' },
  { action: 'fullScreen', group: 'keep', key: 'f', shown: 'F', label: 'Full screen' },
  { action: 'nextSeries', group: 'series', key: 'n', shown: 'N', label: 'Next series' },
  { action: 'previousSeries', group: 'series', key: 'p', shown: 'P', label: 'Previous series' },
] as const

export type Action = (typeof commands)[number]['action']
export type Group = (typeof commands)[number]['group']

/** What both kinds of view can do; the rest needs a volume. */
export const sliceActions: readonly Action[] = [
  ...(['next', 'previous', 'forward', 'back', 'last', 'first'] as const),
  ...(['brighter', 'darker', 'harder', 'softer', 'larger', 'smaller', 'reset', 'save', 'fullScreen'] as const),
  ...(['nextSeries', 'previousSeries'] as const),
]

type Pressed = { key: string; shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean }

/** The action of a key; keys of the browser and of the system stay theirs. */
export const actionOf = ({ key, shiftKey, ctrlKey, altKey, metaKey }: Pressed): Action | undefined => {
  if (ctrlKey || altKey || metaKey) return undefined
  const name = key.length === 1 ? key.toLowerCase() : `${shiftKey ? 'Shift+' : ''}${key}`
  return commands.find((command) => command.key === name)?.action
}

const moves: Partial<Record<Action, number>> = { next: 1, previous: -1, forward: 5, back: -5, last: 1e6, first: -1e6 }
/** By how many slices an action moves. */
export const slicesMoved = (action: Action) => moves[action]
