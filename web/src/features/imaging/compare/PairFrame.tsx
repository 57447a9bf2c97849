import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { CommandGroup } from '../CommandGroup.tsx'
import controlStyles from '../controls.module.css'
import type { Action, Group } from '../keys.ts'
import { messages } from '../messages.ts'
import styles from './compare.module.css'
import { compareKeys } from './keys-of-pair.ts'
import type { Which } from './link.ts'
import { words } from './words.ts'

type Props = {
  panes: ReactNode
  actions: readonly Action[]
  pressed: readonly Action[]
  active: Which
  onActive: (which: Which) => void
  onAction: (action: Action) => void
  onOwnKey?: (key: string) => boolean
  isBlended?: boolean
  /** The way out, above everything else. */
  exits: ReactNode
  children: ReactNode
}

const groups: readonly Group[] = ['layout', 'slice', 'crosshair', 'window', 'size']

/** Two pictures and one set of buttons, which act on the side used last. */
export const PairFrame = (props: Props) => {
  const { panes, actions, pressed, active, onActive, onAction, onOwnKey, isBlended, exits, children } = props
  return (
    <main className={styles.compare} {...compareKeys(actions, onAction, onOwnKey)}>
      <div className={styles.panes} data-blended={isBlended}>
        {panes}
      </div>
      <section className={`${controlStyles.controls} ${styles.controls}`} aria-label={messages.controls}>
        {exits}
        {children}
        {!isBlended && (
          <fieldset className={controlStyles.group}>
            <legend>{words.buttonsFor}</legend>
            <div className={controlStyles.commands}>
              {([0, 1] as const).map((which) => (
                <UnstyledButton
                  key={which}
                  className={controlStyles.command}
                  aria-pressed={which === active}
                  onClick={() => onActive(which)}
                >
                  {words.side(which)}
                </UnstyledButton>
              ))}
            </div>
          </fieldset>
        )}
        {groups.map((group) => (
          <CommandGroup
            key={group}
            group={group}
            actions={actions}
            pressed={pressed}
            onAction={onAction}
            names={{ planes: words.planes }}
          />
        ))}
        <p className={`${controlStyles.hint} ${controlStyles.keys}`}>{messages.keysHint}</p>
      </section>
    </main>
  )
}
