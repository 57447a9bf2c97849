/** Everything the viewer does, with the key for it and how the key is written: one table for keyboard and buttons. */
export const commands = [
  { action: 'next', group: 'slice', key: 'ArrowUp', shown: '↑' },
  { action: 'previous', group: 'slice', key: 'ArrowDown', shown: '↓' },
  { action: 'forward', group: 'slice', key: 'PageUp', shown: 'PgUp' },
  { action: 'back', group: 'slice', key: 'PageDown', shown: 'PgDn' },
  { action: 'last', group: 'slice', key: 'End', shown: 'End' },
  { action: 'first', group: 'slice', key: 'Home', shown: 'Home' },
  { action: 'axial', group: 'layout', key: '1', shown: '1' },
  { action: 'coronal', group: 'layout', key: '2', shown: '2' },
  { action: 'sagittal', group: 'layout', key: '3', shown: '3' },
  { action: 'planes', group: 'layout', key: '4', shown: '4' },
  { action: 'solid', group: 'layout', key: '5', shown: '5' },
  { action: 'drag', group: 'window', key: 'w', shown: 'W' },
  { action: 'brighter', group: 'window', key: '+', shown: '+' },
  { action: 'darker', group: 'window', key: '-', shown: '−' },
  { action: 'harder', group: 'window', key: ']', shown: ']' },
  { action: 'softer', group: 'window', key: '[', shown: '[' },
  { action: 'length', group: 'measure', key: 'l', shown: 'L' },
  { action: 'angle', group: 'measure', key: 'a', shown: 'A' },
  { action: 'ellipse', group: 'measure', key: 'e', shown: 'E' },
  { action: 'probe', group: 'measure', key: 'v', shown: 'V' },
  { action: 'endTool', group: 'measure', key: 'Escape', shown: 'Esc' },
  { action: 'removeChosen', group: 'measure', key: 'Delete', shown: 'Del' },
  { action: 'left', group: 'crosshair', key: 'ArrowLeft', shown: '←' },
  { action: 'right', group: 'crosshair', key: 'ArrowRight', shown: '→' },
  { action: 'up', group: 'crosshair', key: 'Shift+ArrowUp', shown: 'Shift ↑' },
  { action: 'down', group: 'crosshair', key: 'Shift+ArrowDown', shown: 'Shift ↓' },
  { action: 'larger', group: 'size', key: 'z', shown: 'Z' },
  { action: 'smaller', group: 'size', key: 'x', shown: 'X' },
  { action: 'reset', group: 'size', key: 'r', shown: 'R' },
  { action: 'save', group: 'keep', key: 's', shown: 'S' },
  { action: 'fullScreen', group: 'keep', key: 'f', shown: 'F' },
  { action: 'nextSeries', group: 'series', key: 'n', shown: 'N' },
  { action: 'previousSeries', group: 'series', key: 'p', shown: 'P' },
] as const

export type Action = (typeof commands)[number]['action']
export type Group = (typeof commands)[number]['group']
export type Measuring = Extract<(typeof commands)[number], { group: 'measure' }>['action']

/** What a thumbnail or a slider does as well, or few need: on a phone these buttons are folded away. */
const rare: ReadonlySet<Action> = new Set([
  ...(['forward', 'back', 'last', 'first', 'drag', 'harder', 'softer', 'left', 'right', 'up', 'down'] as const),
  ...(['save', 'fullScreen', 'nextSeries', 'previousSeries'] as const),
])
export const isRare = (action: Action) => rare.has(action)
/** Folded away as a whole. */
export const isRareGroup = (group: Group) =>
  commands.every((command) => command.group !== group || isRare(command.action))

/** What both kinds of view can do. */
export const sliceActions: readonly Action[] = [
  ...(['next', 'previous', 'forward', 'back', 'last', 'first'] as const),
  ...(['brighter', 'darker', 'harder', 'softer', 'larger', 'smaller', 'reset', 'save', 'fullScreen'] as const),
  ...(['nextSeries', 'previousSeries'] as const),
]

/** What staff do on single slices. */
export const measureActions = commands.filter(({ group }) => group === 'measure').map(({ action }) => action)
/** What a volume can do. */
export const volumeActions = commands.filter(({ group }) => group !== 'measure').map(({ action }) => action)

type Pressed = { key: string; shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean }

/** The action for a key; browser and system shortcuts are left alone. */
export const actionOf = ({ key, shiftKey, ctrlKey, altKey, metaKey }: Pressed): Action | undefined => {
  if (ctrlKey || altKey || metaKey) return undefined
  const name = key.length === 1 ? key.toLowerCase() : `${shiftKey ? 'Shift+' : ''}${key}`
  return commands.find((command) => command.key === name)?.action
}

const moves: Partial<Record<Action, number>> = { next: 1, previous: -1, forward: 5, back: -5, last: 1e6, first: -1e6 }
/** By how many slices an action moves. */
export const slicesMoved = (action: Action) => moves[action]
