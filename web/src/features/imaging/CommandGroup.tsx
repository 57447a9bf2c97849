import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import styles from './controls.module.css'
import { type Action, commands, type Group } from './keys.ts'
import { messages } from './messages.ts'

const toggles: readonly Action[] = [
  ...(['axial', 'coronal', 'sagittal', 'planes', 'solid', 'drag'] as const),
  ...(['length', 'angle', 'ellipse', 'probe'] as const),
]
const { groups, commands: names, dragHint, staff } = messages
/** A radiologist's word is "window"; a patient reads what it does. */
const wordsOf = {
  staff: { groups: { ...groups, ...staff.groups }, commands: { ...names, ...staff.commands }, hint: staff.dragHint },
  patient: { groups: { ...staff.groups, ...groups }, commands: { ...staff.commands, ...names }, hint: dragHint },
}

type Props = {
  group: Group
  /** The actions available now; a group without any is hidden, unless it has something else. */
  actions: readonly Action[]
  pressed: readonly Action[]
  onAction: (action: Action) => void
  /** Actions with a different name here. */
  names?: Partial<Record<Action, string>>
  children?: ReactNode
}

/** The buttons of a group, each with its key. */
export const CommandGroup = ({ group, actions, pressed, onAction, names, children }: Props) => {
  const words = wordsOf[useSession()?.role === 'Patient' ? 'patient' : 'staff']
  const own = commands.filter((command) => command.group === group && actions.includes(command.action))
  if (own.length === 0 && !children) return null
  return (
    <fieldset className={styles.group}>
      <legend>{words.groups[group]}</legend>
      {children}
      <div className={styles.commands}>
        {own.map(({ action, shown }) => (
          <UnstyledButton
            key={action}
            className={styles.command}
            aria-pressed={toggles.includes(action) ? pressed.includes(action) : undefined}
            onClick={() => onAction(action)}
          >
            {names?.[action] ?? words.commands[action]} <kbd>{shown}</kbd>
          </UnstyledButton>
        ))}
      </div>
      {group === 'window' && actions.includes('drag') && (
        <p className={`${styles.hint} ${styles.keys}`}>{words.hint}</p>
      )}
    </fieldset>
  )
}
