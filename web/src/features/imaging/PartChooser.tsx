import { Button, Text, UnstyledButton } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { messages } from './messages.ts'
import { groupNames, partName, stepName } from './part-words.ts'
import { mayPlay, type Part, type PartGroup } from './parts.ts'
import styles from './viewer.module.css'

const stepMs = 400

type StepsProps = { steps: readonly Part[]; shown: Part; isThere: boolean; onChoose: (part: Part) => void }

/** The times, phases or directions of a group; what passes can be played, one step when the one before is there. */
const Steps = ({ steps, shown, isThere, onChoose }: StepsProps) => {
  const [isPlaying, setPlaying] = useState(false)
  const isStill = useReducedMotion()
  const at = steps.indexOf(shown)
  const next = steps[(at + 1) % steps.length]
  useEffect(() => {
    if (!isPlaying || !isThere || !next) return
    const timer = setTimeout(() => onChoose(next), stepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isThere, next, onChoose])
  return (
    <>
      <label>
        <Text span size="sm">
          {messages.step}
        </Text>
        <input
          className={styles.slider}
          type="range"
          min={1}
          max={steps.length}
          value={at + 1}
          aria-valuetext={stepName(shown)}
          onChange={({ currentTarget }) => {
            setPlaying(false)
            const part = steps[Number(currentTarget.value) - 1]
            if (part) onChoose(part)
          }}
        />
      </label>
      {mayPlay(shown) && !isStill && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={isPlaying ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? messages.pause : messages.play}
        </Button>
      )}
    </>
  )
}

type Props = {
  groups: readonly PartGroup[]
  shown: Part
  /** How many images the series holds. */
  count: number
  /** Whether the part that was chosen is on the screen. */
  isThere: boolean
  onChoose: (part: Part) => void
}

/** Echoes, times, directions and planes of a series: each is chosen here, and said while it is shown. */
export const PartChooser = ({ groups, shown, count, isThere, onChoose }: Props) => {
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
      {group.steps.length > 1 && <Steps steps={group.steps} shown={shown} isThere={isThere} onChoose={onChoose} />}
    </fieldset>
  )
}
