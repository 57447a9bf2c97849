import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './controls.module.css'
import { type Action, commands, type Group } from './keys.ts'
import { messages } from './messages.ts'

const toggles: readonly Action[] = [
  ...(['axial', 'coronal', 'sagittal', 'planes', 'solid', 'drag'] as const),
  ...(['length', 'angle', 'ellipse', 'probe'] as const),
]
const groupNames = { ...messages.groups, ...messages.staff.groups }
const commandNames = { ...messages.commands, ...messages.staff.commands }

type Props = {
  group: Group
  /** The actions available now; a group without any is hidden. */
  actions: readonly Action[]
  pressed: readonly Action[]
  onAction: (action: Action) => void
  /** Actions with a different name here. */
  names?: Partial<Record<Action, string>>
  children?: ReactNode
}

/** The buttons of a group, each with its key. */
export const CommandGroup = ({ group, actions, pressed, onAction, names, children }: Props) => {
  const own = commands.filter((command) => command.group === group && actions.includes(command.action))
  if (own.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{groupNames[group]}</legend>
      {children}
      <div className={styles.commands}>
        {own.map(({ action, shown }) => (
          <UnstyledButton
            key={action}
            className={styles.command}
            aria-pressed={toggles.includes(action) ? pressed.includes(action) : undefined}
            onClick={() => onAction(action)}
          >
            {names?.[action] ?? commandNames[action]} <kbd>{shown}</kbd>
          </UnstyledButton>
        ))}
      </div>
      {group === 'window' && actions.includes('drag') && (
        <p className={`${styles.hint} ${styles.keys}`}>{messages.dragHint}</p>
      )}
    </fieldset>
  )
}
