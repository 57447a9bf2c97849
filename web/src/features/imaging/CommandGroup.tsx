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

type ButtonsProps = {
  groups: readonly Group[]
  /** The actions available now. */
  actions: readonly Action[]
  pressed: readonly Action[]
  onAction: (action: Action) => void
  /** Actions with a different name here. */
  names?: Partial<Record<Action, string>>
}

const useWords = () => wordsOf[useSession()?.role === 'Patient' ? 'patient' : 'staff']
const commandsOf = (groups: readonly Group[], actions: readonly Action[]) =>
  groups.flatMap((group) => commands.filter((command) => command.group === group && actions.includes(command.action)))

/** The buttons of groups, each with its key. */
export const CommandButtons = ({ groups, actions, pressed, onAction, names }: ButtonsProps) => {
  const words = useWords()
  return (
    <>
      <div className={styles.commands}>
        {commandsOf(groups, actions).map(({ action, shown }) => (
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
      {groups.includes('window') && actions.includes('drag') && (
        <p className={`${styles.hint} ${styles.keys}`}>{words.hint}</p>
      )}
    </>
  )
}

type Props = Omit<ButtonsProps, 'groups'> & { group: Group; children?: ReactNode }

/** The buttons of a group under its heading; a group without any is hidden, unless it has something else. */
export const CommandGroup = ({ group, children, ...buttons }: Props) => {
  const words = useWords()
  if (commandsOf([group], buttons.actions).length === 0 && !children) return null
  return (
    <fieldset className={styles.group}>
      <legend>{words.groups[group]}</legend>
      {children}
      <CommandButtons groups={[group]} {...buttons} />
    </fieldset>
  )
}
