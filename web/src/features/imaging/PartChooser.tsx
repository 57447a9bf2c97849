import { UnstyledButton } from '@mantine/core'
import styles from './controls.module.css'
import { messages } from './messages.ts'
import { groupNames, partName, stepName } from './part-words.ts'
import type { Part, PartGroup } from './parts.ts'
import { StepSlider } from './StepSlider.tsx'

type Props = {
  groups: readonly PartGroup[]
  shown: Part
  /** The number of images in the series. */
  count: number
  onChoose: (part: Part) => void
}

/** Echoes, times, directions and planes of a series: chosen here, and announced while shown. */
export const PartChooser = ({ groups, shown, count, onChoose }: Props) => {
  const group = groups.find(({ steps }) => steps.includes(shown))
  if (!group || (groups.length < 2 && group.steps.length < 2)) return null
  const names = groupNames(groups)
  return (
    <fieldset className={styles.group}>
      <legend>{messages.parts}</legend>
      <p className={styles.shown}>{messages.shownOf(shown.images.length, count, partName(shown))}</p>
      {groups.length > 1 && (
        <div className={styles.parts}>
          {groups.map((one, n) => (
            <UnstyledButton
              key={names[n]}
              className={styles.command}
              aria-pressed={one === group}
              onClick={() => one.steps[0] && onChoose(one.steps[0])}
            >
              {names[n]}
              <span className={styles.dim}>
                {messages.images(one.steps.reduce((sum, { images }) => sum + images.length, 0))}
              </span>
            </UnstyledButton>
          ))}
        </div>
      )}
      {group.steps.length > 1 && (
        <StepSlider
          label={messages.step}
          at={group.steps.indexOf(shown)}
          count={group.steps.length}
          text={stepName(shown)}
          onChange={(at) => group.steps[at] && onChoose(group.steps[at])}
        />
      )}
    </fieldset>
  )
}
